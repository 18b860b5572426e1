export { createServiceAccount } from './create-service-account.ts';
export { getServiceAccount } from './get-service-account.ts';
export { listServiceAccounts } from './list-service-accounts.ts';
export { revokeServiceAccount } from './revoke-service-account.ts';
