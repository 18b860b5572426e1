/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export { endSessions, lockSessionForShare } from '../../persistence/auth/session-repository.ts';
export { forgetSignInNetworks } from '../../persistence/auth/sign-in-network-repository.ts';
