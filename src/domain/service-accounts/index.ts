import { createServiceAccount } from './create-service-account.ts';
import { getServiceAccount } from './get-service-account.ts';
import { listServiceAccounts } from './list-service-accounts.ts';
import { revokeServiceAccount } from './revoke-service-account.ts';

export { serviceAccountReader } from './service-account-reads.ts';
export { createServiceAccount, getServiceAccount, listServiceAccounts, revokeServiceAccount };

/** The operations of the module, for the catalog. */
export const serviceAccountOperations = [
  listServiceAccounts,
  createServiceAccount,
  getServiceAccount,
  revokeServiceAccount,
];
