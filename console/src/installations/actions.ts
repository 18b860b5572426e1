import { BlockedIcon, CheckCircleIcon } from '@primer/octicons-react';
import type { Client } from '@urql/core';
import type { Action, ActionRecord, Outcome } from '../actions/action.ts';
import type { InstallationStatus } from '../api/generated/enums.ts';
import {
  InstallationPageDocument,
  InterruptInstallationDocument,
  ReconcileInstallationDocument,
} from '../api/generated/installations-installations.ts';
import type { InstallationFactsFragment } from '../api/generated/operations.ts';
import { problemOf } from '../api/problem.ts';
import '../text/actions.ts';
import '../text/firmware.ts';

const INTERRUPT: Action = {
  key: 'interrupt',
  label: 'installation.do.interrupt',
  done: 'installation.did.interrupt',
  text: 'installation.do.interruptText',
  icon: BlockedIcon,
  operation: 'interruptInstallation',
  isDangerous: true,
  fields: [{ name: 'reason', label: 'action.reason', description: 'action.reasonText', kind: 'reason' }],
  run: (client, records, { reason = '' }) =>
    each(client, records, async ({ id, revision, status, failureReason, ...expected }) => {
      const input = {
        ...expectedOf(expected),
        // The API asks for the reason of a failure, to be sure that it is the one that was read.
        expectedFailureReason: status === 'FAILED' ? (failureReason ?? reason) : reason,
        failureCode: 'USER_CANCELLED_BY_OPERATOR',
      };
      const { error } = await client.mutation(InterruptInstallationDocument, { id, revision, input }).toPromise();
      return { id, problem: problemOf(error) };
    }),
};

/** An interruption of what has failed already: it keeps its own reason, so that none is asked for. */
const DISCOUNT: Action = {
  ...INTERRUPT,
  label: 'installation.do.discount',
  done: 'installation.did.discount',
  text: 'installation.do.discountText',
  isDangerous: false,
  fields: [],
};

const RECONCILE: Action = {
  key: 'reconcile',
  label: 'installation.do.reconcile',
  done: 'installation.did.reconcile',
  text: 'installation.do.reconcileText',
  icon: CheckCircleIcon,
  operation: 'reconcileInstallation',
  fields: [
    {
      name: 'expectedSlot',
      label: 'installation.do.slot',
      kind: 'choice',
      options: [
        { value: 'ota_0', label: 'installation.slot.0' },
        { value: 'ota_1', label: 'installation.slot.1' },
      ],
    },
  ],
  run: (client, records, { expectedSlot = '' }) =>
    each(client, records, async ({ id, revision, ...expected }) => {
      const input = {
        ...expectedOf(expected),
        expectedSlot: expectedSlot === 'ota_1' ? ('ota_1' as const) : ('ota_0' as const),
        observedBootState: 'valid',
        observedOtaSessionState: 'IDLE',
        reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION',
      };
      const { error } = await client.mutation(ReconcileInstallationDocument, { id, revision, input }).toPromise();
      return { id, problem: problemOf(error) };
    }),
};

/** Everything that can be done with an installation; the first is its button. */
export function installationActionsOf(status: InstallationStatus): readonly Action[] {
  if (status === 'FAILED') return [RECONCILE, DISCOUNT];
  return status === 'ROLLED_BACK' ? [RECONCILE, INTERRUPT] : [INTERRUPT, RECONCILE];
}

/** What the operator expects of the installation: that which the page shows. */
const expectedOf = ({
  releaseId,
  serial,
  version,
  buildNumber,
}: Pick<InstallationFactsFragment, 'releaseId' | 'serial' | 'version' | 'buildNumber'>) => ({
  releaseId,
  serial,
  expectedVersion: version,
  expectedBuild: buildNumber,
});

/** Calls with what was read of each installation. */
function each(
  client: Client,
  records: readonly ActionRecord[],
  call: (installation: InstallationFactsFragment) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  return Promise.all(
    records.map(async ({ id, revision }) => {
      const { data, error } = await client.query(InstallationPageDocument, { id }).toPromise();
      const node = data?.node;
      if (node?.__typename !== 'Installation') return { id, problem: problemOf(error) ?? NOT_FOUND };
      return call({ ...node, revision });
    }),
  );
}

const NOT_FOUND = { code: 'INSTALLATION_NOT_FOUND', message: 'No such installation.', params: {}, fields: [] } as const;
