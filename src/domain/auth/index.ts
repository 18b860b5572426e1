export * from './operations.ts';
export { hashPassword, newTemporaryPassword } from './password.ts';
export { purgeSessions } from './purge-sessions.ts';
export { purgeSignIns } from './purge-sign-ins.ts';
export { hashToken } from './session-token.ts';
export { PASSWORD_COST, type PasswordCost } from './stored-hash.ts';
