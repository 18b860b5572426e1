export { changePassword } from './change-password.ts';
export { endSession } from './end-session.ts';
export { getMe } from './get-me.ts';
export { listSessions } from './list-sessions.ts';
export { login } from './login.ts';
export { logout } from './logout.ts';
