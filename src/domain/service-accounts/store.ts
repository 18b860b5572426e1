/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export {
  lockServiceAccountForShare,
  lockServiceAccountsOf,
} from '../../persistence/service-accounts/service-account-repository.ts';
