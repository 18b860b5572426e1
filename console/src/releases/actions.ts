import {
  BlockedIcon,
  CheckCircleIcon,
  CheckIcon,
  type Icon,
  MeterIcon,
  PauseIcon,
  PlayIcon,
  UndoIcon,
} from '@primer/octicons-react';
import type { CombinedError } from '@urql/core';
import type { Action, ActionField, ActionRecord } from '../actions/action.ts';
import { type BulkAnswer, inHundreds } from '../actions/in-hundreds.ts';
import type { FirmwareLifecycle } from '../api/generated/enums.ts';
import type { BulkSetReleaseLifecycleMutation } from '../api/generated/operations.ts';
import { BulkSetReleaseLifecycleDocument, SetReleaseLifecycleDocument } from '../api/generated/releases-releases.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import type { TextKey } from '../text/index.tsx';
import { StagePreview } from './stage-preview.tsx';

/** What decides how the move to ROLLING_OUT is named and asked for. */
interface Stage {
  readonly lifecycle: FirmwareLifecycle;
  /** Whether the service paused it: then it goes on with a percentage only. */
  readonly isStopped: boolean;
}

interface Move {
  readonly key: string;
  readonly label: TextKey;
  readonly text?: TextKey;
  readonly icon: Icon;
  readonly to: FirmwareLifecycle;
  readonly isDangerous?: boolean;
  readonly isBulk?: boolean;
  readonly fields?: readonly ActionField[];
}

const APPROVE: Move = { key: 'approve', label: 'release.do.approve', icon: CheckIcon, to: 'READY' };
const DRAFT: Move = { key: 'draft', label: 'release.do.draft', icon: UndoIcon, to: 'DRAFT' };
const PAUSE: Move = {
  key: 'pause',
  label: 'release.do.pause',
  text: 'release.do.pauseText',
  icon: PauseIcon,
  to: 'PAUSED',
  isBulk: true,
};
const COMPLETE: Move = {
  key: 'complete',
  label: 'release.do.complete',
  text: 'release.do.completeText',
  icon: CheckCircleIcon,
  to: 'COMPLETED',
};
const REVOKE: Move = {
  key: 'revoke',
  label: 'release.do.revoke',
  text: 'release.do.revokeText',
  icon: BlockedIcon,
  to: 'REVOKED',
  isDangerous: true,
  isBulk: true,
};

/** Everything that can be done with a release; the first is its button. */
export function releaseActionsOf({ lifecycle, isStopped }: Stage): readonly Action[] {
  const rollOut = rollOutOf(lifecycle, isStopped);
  const moves: Readonly<Record<FirmwareLifecycle, readonly Move[]>> = {
    DRAFT: [APPROVE, rollOut, REVOKE],
    READY: [rollOut, DRAFT, REVOKE],
    ROLLING_OUT: [rollOut, PAUSE, COMPLETE, REVOKE],
    PAUSED: [rollOut, COMPLETE, REVOKE],
    COMPLETED: [REVOKE, rollOut],
    REVOKED: [rollOut],
  };
  return moves[lifecycle].map(actionOf);
}

/** What can be done with many releases at once: stop them. */
export const bulkReleaseActions: readonly Action[] = [PAUSE, REVOKE].map(actionOf);

function rollOutOf(lifecycle: FirmwareLifecycle, isStopped: boolean): Move {
  const percentage = { name: 'rolloutPercentage', label: 'release.do.percentageField', kind: 'number' } as const;
  const to = 'ROLLING_OUT' as const;
  if (lifecycle === 'ROLLING_OUT')
    return {
      key: 'percentage',
      label: 'release.do.percentage',
      icon: MeterIcon,
      to,
      fields: [{ ...percentage, description: 'release.do.percentageText' }],
    };
  if (lifecycle === 'PAUSED')
    return {
      key: 'resume',
      label: 'release.do.resume',
      icon: PlayIcon,
      to,
      fields: [
        isStopped
          ? { ...percentage, description: 'release.do.percentageResume' }
          : { ...percentage, description: 'release.do.percentageKept', isOptional: true },
      ],
    };
  return {
    key: 'start',
    label: 'release.do.start',
    icon: PlayIcon,
    to,
    fields: [{ ...percentage, description: 'release.do.percentageDefault', isOptional: true }],
  };
}

function actionOf({ to, fields = [], ...move }: Move): Action {
  return {
    ...move,
    to,
    fields,
    operation: 'setReleaseLifecycle',
    ...(fields.length > 0 && { Preview: StagePreview }),
    async run(client, records, { rolloutPercentage }) {
      const input = { status: to, ...(rolloutPercentage && { rolloutPercentage: Number(rolloutPercentage) }) };
      if (records.length > 1)
        return inHundreds(records, async (some) => {
          const { data, error } = await client
            .mutation(BulkSetReleaseLifecycleDocument, { records: some.map(inBulk), input })
            .toPromise();
          return bulkAnswer(some, data?.bulkSetReleaseLifecycle?.results, error);
        });
      return Promise.all(
        records.map(async ({ id, revision }) => {
          const { error } = await client.mutation(SetReleaseLifecycleDocument, { id, revision, input }).toPromise();
          return { id, problem: problemOf(error) };
        }),
      );
    },
  };
}

const inBulk = ({ id, revision }: ActionRecord) => ({ id, expectedRevision: revision });

type Results = NonNullable<BulkSetReleaseLifecycleMutation['bulkSetReleaseLifecycle']>['results'];

/** Where the mutation itself failed, so did every record of it. */
function bulkAnswer(
  records: readonly ActionRecord[],
  results: Results | undefined,
  error: CombinedError | undefined,
): BulkAnswer {
  const whole = problemOf(error);
  if (!results) return { outcomes: records.map(({ id }) => ({ id, problem: whole })), retryAfterSeconds: undefined };
  return {
    outcomes: results.map(({ id, error: failed }) => ({ id, problem: failed ? problemIn(failed) : undefined })),
    retryAfterSeconds:
      results.find(({ error: failed }) => failed?.retryAfterSeconds)?.error?.retryAfterSeconds ?? undefined,
  };
}

function problemIn(failed: NonNullable<Results[number]['error']>): Problem {
  const { code, messageId, message, params, requestId } = failed;
  return { code, messageId, message, requestId, params: Object(params) as Problem['params'], fields: [] };
}
