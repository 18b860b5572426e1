import { InstallationRecord } from '../../model/records/installation.ts';
import { releaseList } from '../firmware/release-list.ts';
import { installationList } from '../installations/installation-list.ts';
import { sql } from '../sql/sql.ts';
import { count, percentile, sum } from './aggregates.ts';
import { plus } from './formula.ts';
import { ofDevices } from './of-devices.ts';
import { integer, number, questionSet, share } from './question-set.ts';
import { declaredOf, guardOf, joinedBy, joinOf, timesOf } from './record-dimensions.ts';

const installation = installationList.table;
const device = ofDevices(joinOf(installationList, 'device'), guardOf(InstallationRecord, 'device'));
const release = joinedBy(joinOf(installationList, 'release'), releaseList);

const SUCCEEDED = sql`${installation}.status = 'SUCCESS'`;
const DURATION = {
  from: sql`${installation}.started_at`,
  to: sql`${installation}.finished_at`,
  unit: 'minutes',
  where: SUCCEEDED,
} as const;

const metrics = {
  installations: integer('installations', 'Attempts to install a release, open ones too.'),
  succeeded: integer('succeeded', 'Attempts that ended with the release.'),
  failed: integer('failed', 'Attempts that failed or were rolled back.'),
  failureRate: share(
    'failed',
    plus('failed', 'succeeded'),
    'The share of the attempts that ended without the release, for whatever reason; null while none has ended. The rate by which the service pauses a rollout is in the statistics of the release.',
    { formula: 'FAILED / (FAILED + SUCCEEDED)' },
  ),
  rolledBack: integer('rolledBack', 'Attempts that were rolled back.'),
  possiblyBricked: integer(
    'possiblyBricked',
    'Attempts whose device has sent nothing since it began to write the firmware.',
  ),
  restarts: integer('restarts', 'How often the devices started over.'),
  medianMinutes: number(
    'minutes',
    'medianMinutes',
    'The median duration of successful attempts, from the first report to the last; null without one.',
  ),
  p95Minutes: number(
    'minutes',
    'p95Minutes',
    'The 95th percentile of the duration of successful attempts; null without one.',
  ),
};

export const installationQuestions = questionSet(
  {
    name: 'INSTALLATIONS',
    prefix: 'Installation',
    description: 'Attempts to install a release, by the time they were offered.',
    times: ['CREATED_AT', 'STARTED_AT', 'FINISHED_AT'],
  },
  () => installationList,
  {
    table: installation,
    joins: [...(installationList.joins ?? []), ...device.joins],
    time: sql`${installation}.created_at`,
    times: timesOf(installationList),
    aggregates: {
      installations: count(),
      succeeded: count(SUCCEEDED),
      failed: count(sql`${installation}.status in ('FAILED', 'ROLLED_BACK')`),
      rolledBack: count(sql`${installation}.status = 'ROLLED_BACK'`),
      possiblyBricked: count(sql`${installation}.possibly_bricked`),
      restarts: sum(sql`${installation}.restarts`),
      medianMinutes: percentile(0.5, DURATION),
      p95Minutes: percentile(0.95, DURATION),
    },
    metrics,
    ...declaredOf(installationList, [
      ...device.across,
      // The installation has its own.
      { edge: 'release', needs: [guardOf(InstallationRecord, 'release')], joined: release, except: ['buildNumber'] },
    ]),
    fields: installationList.fields,
  },
);
