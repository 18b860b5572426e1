/** The exit for other modules: what they may do with this module's tables. It imports no module, so that there is no cycle. */
export {
  endSessions,
  findSessionHolder,
  holdSession,
  purgeExpiredSessions,
} from '../../persistence/auth/session-repository.ts';
export { forgetSignInNetworks } from '../../persistence/auth/sign-in-network-repository.ts';
