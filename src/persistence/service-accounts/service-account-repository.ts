import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { AdminRole } from '../../model/enums.ts';
import type { Queryable } from '../../model/ports.ts';
import { execute, row } from '../sql/query.ts';
import { ServiceAccount, type ServiceAccountRow } from './service-account.entity.ts';

/** A token that a request was sent with. */
export interface TokenClaim {
  readonly tokenHash: Buffer;
  readonly now: Date;
}

/** A live service account with its ACTIVE owner. */
export interface FoundAccount {
  readonly account: { readonly id: string; readonly name: string; readonly role: AdminRole; readonly expiresAt: Date };
  readonly owner: {
    readonly adminId: string;
    readonly name: string;
    readonly email: string;
    readonly role: AdminRole;
  };
  readonly lastUsedAt: Date | null;
}

interface FoundRow {
  readonly place: number;
  readonly id: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly adminId: string;
  readonly adminName: string;
  readonly email: string;
  readonly ownerRole: AdminRole;
}

/** Finds the live service account of each of these token hashes. Never cached; PostgreSQL keeps the plan. */
export async function findServiceAccounts(
  pool: Pick<Pool, 'query'>,
  claims: readonly TokenClaim[],
): Promise<(FoundAccount | undefined)[]> {
  const { rows: found } = await pool.query<FoundRow>({
    name: 'findServiceAccounts',
    text: `select claim.place::int as place, t.id, t.name, t.role, t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
            a.id as "adminId", a.name as "adminName", a.email, a.role as "ownerRole"
       from unnest($1::bytea[], $2::timestamptz[]) with ordinality as claim (token_hash, now, place)
       join service_account t on t.token_hash = claim.token_hash and t.revoked_at is null and t.expires_at > claim.now
       join admin a on a.id = t.owner_id and a.status = 'ACTIVE'`,
    values: [claims.map(({ tokenHash }) => tokenHash), claims.map(({ now }) => now)],
  });
  const accounts = new Map(found.map((each) => [each.place, foundAccount(each)]));
  return claims.map((_, at) => accounts.get(at + 1));
}

function foundAccount({ id, name, role, expiresAt, lastUsedAt, adminId, adminName, email, ownerRole }: FoundRow) {
  const owner = { adminId, name: adminName, email, role: ownerRole };
  return { account: { id, name, role, expiresAt }, owner, lastUsedAt };
}

/**
 * Records the use of an account, unless a use after `notedBefore` is recorded. One of several instances writes; a row that a
 * write of the account has locked is skipped until the next use.
 */
export async function noteUse(db: Queryable, id: string, now: Date, notedBefore: Date): Promise<void> {
  await execute(
    db,
    `update service_account set last_used_at = $2
      where id = (select id from service_account
                   where id = $1 and (last_used_at is null or last_used_at <= $3 or last_used_at > $2) for no key update skip locked)`,
    [id, now, notedBefore],
  );
}

/** A calling account, with the role that its owner had at authentication. */
interface CalledAs {
  readonly id: string;
  readonly ownerRole: AdminRole | undefined;
}

/**
 * Locks the account for share until the transaction ends: a revocation waits for this write, and so does a change of the
 * owner's role or status; a write after them finds the account ended. The owner is read by a second statement, which sees
 * what was committed while the first one waited; the owner's row stays free for a sign-in.
 * @returns false if the account has ended or its owner no longer is ACTIVE with this role
 */
export async function lockServiceAccountForShare(
  em: EntityManager,
  { id, ownerRole }: CalledAs,
  now: Date,
): Promise<boolean> {
  const held = await row<{ ownerId: string }>(
    em,
    `select owner_id as "ownerId" from service_account
      where id = $1 and revoked_at is null and expires_at > $2 for share`,
    [id, now],
  );
  if (!held) return false;
  const owner = await row(em, `select 1 from admin where id = $1 and status = 'ACTIVE' and role = $2`, [
    held.ownerId,
    ownerRole,
  ]);
  return owner !== undefined;
}

/** Locks all accounts of an admin until the transaction ends, so that a change of the admin waits for their writes. */
export async function lockServiceAccountsOf(em: EntityManager, ownerId: string): Promise<void> {
  await execute(em, 'select 1 from service_account where owner_id = $1 order by id for update', [ownerId]);
}

/** Locks an account for update until the transaction ends. */
export async function lockServiceAccount(em: EntityManager, id: string): Promise<ServiceAccountRow | null> {
  return em.findOne(ServiceAccount, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
