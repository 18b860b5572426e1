import { KeyIcon, XCircleIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, byForm } from '../actions/action.ts';
import { callEach } from '../actions/calls.ts';
import type { ServiceAccountStatus } from '../api/generated/enums.ts';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import { RevokeServiceAccountDocument } from '../api/generated/service-accounts-service-accounts.ts';
import '../text/service-accounts.ts';

export const createServiceAccount: Action = {
  key: 'createServiceAccount',
  label: 'script.create',
  icon: KeyIcon,
  operation: 'createServiceAccount',
  ...byForm,
  form: lazy(() => import('./create-form.tsx')),
};

export const serviceAccountActions: readonly Action[] = [
  {
    key: 'revoke',
    label: 'script.revoke',
    done: 'script.did.revoke',
    text: 'script.revokeText',
    icon: XCircleIcon,
    operation: 'revokeServiceAccount',
    isDangerous: true,
    fields: [],
    run: (client, records) =>
      callEach(records, ({ id }) => client.mutation(RevokeServiceAccountDocument, { id }).toPromise()),
  },
];

/** A service account has no `availableActions`: what the role may, while there is something to revoke. */
export function availableOn(
  status: ServiceAccountStatus,
  may: (operation: string) => boolean,
): AvailableActionFragment[] {
  if (status !== 'ACTIVE' || !may('revokeServiceAccount')) return [];
  return [
    {
      __typename: 'AvailableAction',
      operation: 'revokeServiceAccount',
      to: null,
      allowed: true,
      blockedBy: null,
      code: null,
      messageId: null,
      params: null,
      reason: null,
    },
  ];
}
