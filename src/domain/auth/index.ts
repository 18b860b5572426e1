import { changePassword } from './change-password.ts';
import { endSession } from './end-session.ts';
import { getMe } from './get-me.ts';
import { listSessions } from './list-sessions.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';

export { hashPassword, newTemporaryPassword } from './password.ts';
export { purgeSessions } from './purge-sessions.ts';
export { purgeSignIns } from './purge-sign-ins.ts';
export { hashToken } from './session-token.ts';
export { PASSWORD_COST, type PasswordCost } from './stored-hash.ts';
export { changePassword, endSession, getMe, listSessions, login, logout };

/** The operations of the module, for the catalog. */
export const authOperations = [login, logout, getMe, changePassword, listSessions, endSession];
