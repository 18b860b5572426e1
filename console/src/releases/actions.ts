import {
  BlockedIcon,
  CheckCircleIcon,
  CheckIcon,
  type Icon,
  KeyIcon,
  MeterIcon,
  PauseIcon,
  PlayIcon,
  UndoIcon,
} from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, type ActionField, byForm } from '../actions/action.ts';
import { callAll } from '../actions/calls.ts';
import type { FirmwareLifecycle } from '../api/generated/enums.ts';
import { BulkSetReleaseLifecycleDocument, SetReleaseLifecycleDocument } from '../api/generated/releases-releases.ts';
import type { TextKey } from '../text/index.tsx';
import { StagePreview } from './stage-preview.tsx';
import '../text/firmware.ts';
import '../text/provisioning.ts';

/** What decides how the move to ROLLING_OUT is named and asked for. */
interface Stage {
  readonly lifecycle: FirmwareLifecycle;
  /** Whether the service paused it: then it goes on with a percentage only. */
  readonly isStopped: boolean;
  /** What it stands at. */
  readonly percentage: number;
}

interface Move {
  readonly key: string;
  readonly label: TextKey;
  readonly text?: TextKey;
  readonly words?: TextKey;
  readonly icon: Icon;
  readonly to: FirmwareLifecycle;
  readonly isDangerous?: boolean;
  readonly isBulk?: boolean;
  readonly isUrgent?: boolean;
  readonly done: TextKey;
  readonly fields?: readonly ActionField[];
}

const APPROVE: Move = {
  key: 'approve',
  label: 'release.do.approve',
  done: 'release.did.approve',
  icon: CheckIcon,
  to: 'READY',
};
const DRAFT: Move = { key: 'draft', label: 'release.do.draft', done: 'release.did.draft', icon: UndoIcon, to: 'DRAFT' };
const PAUSE: Move = {
  key: 'pause',
  label: 'release.do.pause',
  done: 'release.did.pause',
  isUrgent: true,
  text: 'release.do.pauseText',
  words: 'release.do.pauseWords',
  icon: PauseIcon,
  to: 'PAUSED',
  isBulk: true,
};
const COMPLETE: Move = {
  key: 'complete',
  label: 'release.do.complete',
  done: 'release.did.complete',
  text: 'release.do.completeText',
  icon: CheckCircleIcon,
  to: 'COMPLETED',
};
const REVOKE: Move = {
  key: 'revoke',
  label: 'release.do.revoke',
  done: 'release.did.revoke',
  isUrgent: true,
  text: 'release.do.revokeText',
  words: 'release.do.revokeWords',
  icon: BlockedIcon,
  to: 'REVOKED',
  isDangerous: true,
  isBulk: true,
};

/** Everything that can be done with a release; the first is its button. */
export function releaseActionsOf(stage: Stage): readonly Action[] {
  const rollOut = rollOutOf(stage);
  const moves: Readonly<Record<FirmwareLifecycle, readonly Move[]>> = {
    DRAFT: [APPROVE, rollOut, REVOKE],
    READY: [rollOut, DRAFT, REVOKE],
    ROLLING_OUT: [rollOut, PAUSE, COMPLETE, REVOKE],
    PAUSED: [rollOut, COMPLETE, REVOKE],
    COMPLETED: [REVOKE, rollOut],
    REVOKED: [rollOut],
  };
  return [...moves[stage.lifecycle].map(actionOf), GRANT];
}

const GRANT: Action = {
  ...byForm,
  key: 'grant',
  label: 'grant.do',
  icon: KeyIcon,
  operation: 'issueMaintenanceGrant',
  form: lazy(() => import('./grant-form.tsx')),
};

/** What can be done with many releases at once: stop them. */
export const bulkReleaseActions: readonly Action[] = [PAUSE, REVOKE].map(actionOf);

function rollOutOf({ lifecycle, isStopped, percentage: at }: Stage): Move {
  const percentage = {
    name: 'rolloutPercentage',
    label: 'release.do.percentageField',
    kind: 'number',
    values: { at },
  } as const;
  const to = 'ROLLING_OUT' as const;
  if (lifecycle === 'ROLLING_OUT')
    return {
      key: 'percentage',
      label: 'release.do.percentage',
      done: 'release.did.percentage',
      icon: MeterIcon,
      to,
      fields: [{ ...percentage, description: 'release.do.percentageText' }],
    };
  if (lifecycle === 'PAUSED')
    return {
      key: 'resume',
      label: 'release.do.resume',
      done: 'release.did.resume',
      isUrgent: true,
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
    done: 'release.did.start',
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
    run(client, records, { rolloutPercentage }, run) {
      const input = { status: to, ...(rolloutPercentage && { rolloutPercentage: Number(rolloutPercentage) }) };
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(SetReleaseLifecycleDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client
              .mutation(BulkSetReleaseLifecycleDocument, { records: some, input })
              .toPromise();
            return { results: data?.bulkSetReleaseLifecycle?.results, error };
          },
        },
        run,
      );
    },
  };
}
