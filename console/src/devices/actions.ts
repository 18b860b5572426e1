import { ArrowSwitchIcon, KeyIcon, SyncIcon, TagIcon, UnlinkIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, byForm } from '../actions/action.ts';
import { callAll, callEach } from '../actions/calls.ts';
import {
  BulkSetDeviceStatusDocument,
  BulkTransferDeviceDocument,
  ResetClaimDocument,
  SetDeviceStatusDocument,
  TransferDeviceDocument,
} from '../api/generated/devices-devices.ts';
import type { SetDeviceStatusInput } from '../api/generated/operations.ts';
import { STATUSES } from './filters.ts';
import '../text/actions.ts';
import '../text/devices.ts';
import '../text/provisioning.ts';

const reason = {
  name: 'reason',
  label: 'action.reason',
  description: 'action.reasonText',
  kind: 'reason',
  least: 3,
} as const;

/** Everything that can be done with a device; the first is its button. */
export const deviceActions: readonly Action[] = [
  {
    key: 'setStatus',
    label: 'action.setStatus',
    done: 'action.did.status',
    icon: SyncIcon,
    operation: 'setDeviceStatus',
    isBulk: true,
    targets: STATUSES,
    targetWord: 'DeviceStatus',
    fields: [{ name: 'status', label: 'action.setStatusTo', kind: 'target' }, reason],
    run(client, records, values, run) {
      const input = values as SetDeviceStatusInput;
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(SetDeviceStatusDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client
              .mutation(BulkSetDeviceStatusDocument, { records: some, input })
              .toPromise();
            return { results: data?.bulkSetDeviceStatus?.results, error };
          },
        },
        run,
      );
    },
  },
  {
    ...byForm,
    key: 'sell',
    label: 'device.sell',
    icon: TagIcon,
    operation: 'createSale',
    isUrgent: true,
    leadsTo: ({ id }) => ({ to: '/sales/new', search: { device: id } }),
  },
  {
    key: 'transfer',
    label: 'action.transfer',
    done: 'device.did.transfer',
    icon: ArrowSwitchIcon,
    operation: 'transferDevice',
    isBulk: true,
    fields: [
      { name: 'customerEmail', label: 'action.transferEmail', kind: 'email' },
      { name: 'customerName', label: 'action.transferName', kind: 'text', isOptional: true },
      reason,
    ],
    run(client, records, { customerEmail = '', customerName, reason: why = '' }, run) {
      const input = { customerEmail, customerName: customerName || undefined, reason: why };
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(TransferDeviceDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client
              .mutation(BulkTransferDeviceDocument, { records: some, input })
              .toPromise();
            return { results: data?.bulkTransferDevice?.results, error };
          },
        },
        run,
      );
    },
  },
  {
    key: 'resetClaim',
    label: 'action.resetClaim',
    done: 'device.did.claim',
    text: 'action.resetClaimText',
    icon: UnlinkIcon,
    operation: 'resetClaim',
    isDangerous: true,
    fields: [reason],
    run: (client, records, { reason: why = '' }) =>
      callEach(records, async ({ id, revision }) => {
        const { data, error } = await client
          .mutation(ResetClaimDocument, { id, revision, input: { reason: why } })
          .toPromise();
        return { error, secret: data?.resetClaim?.claimCode };
      }),
  },
  {
    ...byForm,
    key: 'envelope',
    label: 'envelope.do',
    icon: KeyIcon,
    operation: 'issueProvisioningEnvelope',
    form: lazy(() => import('./envelope-form.tsx')),
  },
];
