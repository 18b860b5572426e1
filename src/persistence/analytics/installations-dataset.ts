import { InstallationRecord } from '../../model/records/installation.ts';
import { installationList } from '../installations/installation-list.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { type Dataset, percentile } from './dataset.ts';
import { dimensionsOfDevice, WITH_DEVICE } from './device-dimensions.ts';
import { fromText } from './from-text.ts';
import type { DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';

const FAILED = `i.status in ('FAILED', 'ROLLED_BACK')`;
const SUCCEEDED = `i.status = 'SUCCESS'`;
const DURATION = { from: 'i.started_at', to: 'i.finished_at', unit: 'minutes', where: SUCCEEDED } as const;

const metrics = {
  installations: {
    type: 'INTEGER',
    of: ['installations'],
    description: 'Attempts to install a release, open ones too.',
  },
  succeeded: { type: 'INTEGER', of: ['succeeded'], description: 'Attempts that ended with the release.' },
  failed: { type: 'INTEGER', of: ['failed'], description: 'Attempts that failed or were rolled back.' },
  failureRate: {
    type: 'RATIO',
    of: ['failed', 'succeeded'],
    sql: '{failed}::double precision / nullif({failed} + {succeeded}, 0)',
    formula: 'FAILED / (FAILED + SUCCEEDED)',
    description:
      'The share of the attempts that ended without the release, for whatever reason; null while none has ended. The rate by which the service pauses a rollout is in the statistics of the release.',
  },
  rolledBack: { type: 'INTEGER', of: ['rolledBack'], description: 'Attempts that were rolled back.' },
  possiblyBricked: {
    type: 'INTEGER',
    of: ['possiblyBricked'],
    description: 'Attempts whose device has sent nothing since it began to write the firmware.',
  },
  restarts: { type: 'INTEGER', of: ['restarts'], description: 'How often the devices started over.' },
  medianMinutes: {
    type: 'NUMBER',
    unit: 'minutes',
    of: ['medianMinutes'],
    description: 'The median duration of successful attempts, from the first report to the last; null without one.',
  },
  p95Minutes: {
    type: 'NUMBER',
    unit: 'minutes',
    of: ['p95Minutes'],
    description: 'The 95th percentile of the duration of successful attempts; null without one.',
  },
} as const satisfies Record<string, DescribedMetric>;

const dimensions = {
  ...dimensionsOf(installationList),
  ...dimensionsOfDevice(guardOf(InstallationRecord, 'device')),
};

const installationsDataset: Dataset<keyof typeof metrics> = {
  from: `${fromText(installationList)} ${WITH_DEVICE}`,
  time: 'i.created_at',
  times: timesOf(installationList),
  aggregates: {
    installations: 'count(*)',
    succeeded: `count(*) filter (where ${SUCCEEDED})`,
    failed: `count(*) filter (where ${FAILED})`,
    rolledBack: `count(*) filter (where i.status = 'ROLLED_BACK')`,
    possiblyBricked: 'count(*) filter (where i.possibly_bricked)',
    restarts: 'coalesce(sum(i.restarts), 0)::bigint',
    medianMinutes: percentile(0.5, DURATION),
    p95Minutes: percentile(0.95, DURATION),
  },
  metrics,
  dimensions,
  fields: installationList.fields,
};

export const installationQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'INSTALLATIONS',
  prefix: 'Installation',
  description: 'Attempts to install a release, by the time they were offered.',
  model: InstallationRecord,
  metrics,
  dimensions,
  times: ['CREATED_AT', 'STARTED_AT', 'FINISHED_AT'],
  at: (now) => ({ ...installationsDataset, edges: filterEdgesOf(installationList, now) }),
};
