import { changePassword, endSession, getMe, listSessions, login, logout } from '../../domain/auth/index.ts';
import type { MeView } from '../../model/records/session.ts';
import { clearSessionCookie, hasSessionCookie, setSessionCookie } from '../middleware/session-cookie.ts';
import { del, get, post, put, routes, type WireAdapter } from '../route.ts';

/** The token travels in the cookie alone. */
const opensSession: WireAdapter = (ctx, { token, ...shown }: { token: string }, { cookie }) => {
  setSessionCookie(ctx, cookie, token);
  return shown;
};

const endsSession: WireAdapter = (ctx, result: unknown, { cookie }) => {
  if (hasSessionCookie(ctx.req.headers, cookie)) clearSessionCookie(ctx, cookie);
  return result;
};

/** Only GraphQL shows the last use of a session: the contract has no such member. */
const omits = ['lastUsedAt'];
const showsSession: WireAdapter = (_ctx, { session, ...me }: MeView) => {
  if (!session) return { ...me, session };
  const { lastUsedAt: _lastUsedAt, ...shown } = session;
  return { ...me, session: shown };
};

export const authRoutes = routes('/v1/admin/auth', [
  { ...post('/login', 201, login, opensSession), setsCookie: true },
  { ...post('/logout', 201, logout, endsSession), setsCookie: true },
  { ...get('/me', 200, getMe, showsSession), omits },
  put('/password', 200, changePassword),
  { ...get('/sessions', 200, listSessions), omits },
  del('/sessions/:id', 200, endSession),
]);
