import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { AdminRole } from '../../model/enums.ts';
import type { Queryable } from '../../model/ports.ts';
import type { SessionView } from '../../model/records/session.ts';
import { execute, row, rows } from '../sql/query.ts';

export interface SessionHolder {
  readonly sessionId: string;
  readonly adminId: string;
  readonly name: string;
  readonly email: string;
  readonly role: AdminRole;
  readonly mustChangePassword: boolean;
}

/** The ACTIVE admin of a session, and the time of its last recorded use: the login, or later. */
export interface FoundSession extends SessionHolder {
  readonly usedAt: Date;
}

/** A session that a request names. */
export interface SessionClaim {
  readonly tokenHash: Buffer;
  readonly now: Date;
}

/** Finds the ACTIVE admin of each live session with these token hashes. Never cached; PostgreSQL keeps the plan. */
export async function findSessionHolders(
  pool: Pick<Pool, 'query'>,
  claims: readonly SessionClaim[],
): Promise<(FoundSession | undefined)[]> {
  const { rows: found } = await pool.query<FoundSession & { readonly place: number }>({
    name: 'findSessionHolders',
    text: `select claim.place::int as place, s.id as "sessionId", a.id as "adminId", a.name, a.email, a.role,
            a.must_change_password as "mustChangePassword", coalesce(s.last_used_at, s.created_at) as "usedAt"
       from unnest($1::bytea[], $2::timestamptz[]) with ordinality as claim (token_hash, now, place)
       join admin_session s on s.token_hash = claim.token_hash and s.expires_at > claim.now
       join admin a on a.id = s.admin_id and a.status = 'ACTIVE'`,
    values: [claims.map(({ tokenHash }) => tokenHash), claims.map(({ now }) => now)],
  });
  const holders = new Map(found.map(({ place, ...holder }) => [place, holder]));
  return claims.map((_, at) => holders.get(at + 1));
}

/**
 * Records the use of a session, unless a use after `notedBefore` is recorded. One of several instances writes; a locked row is
 * skipped until the next use.
 */
export async function noteSessionUse(db: Queryable, id: string, now: Date, notedBefore: Date): Promise<void> {
  await execute(
    db,
    `update admin_session set last_used_at = $2
      where id = (select id from admin_session
                   where id = $1 and (coalesce(last_used_at, created_at) <= $3 or coalesce(last_used_at, created_at) > $2)
                     for no key update skip locked)`,
    [id, now, notedBefore],
  );
}

/**
 * Locks the session for share until the transaction ends: a revocation waits for this write, and a write after the
 * revocation finds no session.
 * @returns false if the session has ended or its admin no longer has this role
 */
export async function lockSessionForShare(
  em: EntityManager,
  sessionId: string,
  role: AdminRole,
  now: Date,
): Promise<boolean> {
  const held = await row(
    em,
    `select 1 from admin_session s join admin a on a.id = s.admin_id
      where s.id = $1 and s.expires_at > $2 and a.status = 'ACTIVE' and a.role = $3 for share of s`,
    [sessionId, now, role],
  );
  return held !== undefined;
}

/** Ends every session of an admin but one. @returns the number of ended sessions */
export function endSessions(
  em: EntityManager,
  adminId: string,
  exceptSessionId: string | null = null,
): Promise<number> {
  return execute(em, 'delete from admin_session where admin_id = $1 and ($2::uuid is null or id <> $2)', [
    adminId,
    exceptSessionId,
  ]);
}

/** Ends one session of an admin. @returns false if the admin has no such session */
export async function endSession(em: EntityManager, adminId: string, sessionId: string): Promise<boolean> {
  return (await execute(em, 'delete from admin_session where id = $1 and admin_id = $2', [sessionId, adminId])) > 0;
}

/** Ends the session with this token hash. @returns its id and admin; undefined if there was none */
export function endSessionByToken(
  em: EntityManager,
  tokenHash: Buffer,
): Promise<{ id: string; adminId: string; email: string } | undefined> {
  return row(
    em,
    `delete from admin_session s using admin a where a.id = s.admin_id and s.token_hash = $1
     returning s.id, a.id as "adminId", a.email`,
    [tokenHash],
  );
}

export type SessionListRow = Omit<SessionView, 'current'>;

/** The live sessions of an admin, newest first. */
export function listLiveSessions(db: Queryable, adminId: string, now: Date): Promise<SessionListRow[]> {
  return rows(
    db,
    `select id, ip, user_agent as "userAgent", created_at as "createdAt", expires_at as "expiresAt",
            coalesce(last_used_at, created_at) as "lastUsedAt"
       from admin_session where admin_id = $1 and expires_at > $2 order by created_at desc, id desc limit 200`,
    [adminId, now],
  );
}

/**
 * Shortens sessions whose end was set by a clock that was ahead: no session may last longer than one that begins now.
 * @param lifetimeMs of a session
 * @returns the number of shortened ones
 */
export function shortenSessions(em: EntityManager, now: Date, lifetimeMs: number): Promise<number> {
  return execute(
    em,
    `update admin_session set expires_at = greatest($1::timestamptz, now()) + make_interval(secs => $2)
      where expires_at > greatest($1::timestamptz, now()) + make_interval(secs => $2) + interval '10 minutes'`,
    [now, lifetimeMs / 1000],
  );
}

/** Removes expired sessions. @returns the number of removed ones */
export function purgeExpiredSessions(em: EntityManager, now: Date): Promise<number> {
  return execute(em, 'delete from admin_session where expires_at <= $1', [now]);
}
