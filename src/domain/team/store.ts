/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export { findAccount, findPasswordHash, lockAdmin, recordLogin } from '../../persistence/team/admin-repository.ts';
