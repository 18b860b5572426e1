import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row } from '../sql/query.ts';

/** Consecutive failed sign-ins, and the end of the delay after them. */
export interface FailedSignIns {
  readonly failures: number;
  readonly blockedUntil: Date | null;
}

/** An account's sign-ins at one network. */
export interface NetworkSignIns extends FailedSignIns {
  readonly signedInAt: Date | null;
}

/** The sign-ins of an account at a network; undefined if there were none. Lock the admin first. */
export function findNetworkSignIns(
  em: EntityManager,
  adminId: string,
  network: string,
): Promise<NetworkSignIns | undefined> {
  return row(
    em,
    `select failures, blocked_until as "blockedUntil", signed_in_at as "signedInAt"
       from sign_in_network where admin_id = $1 and network = $2`,
    [adminId, network],
  );
}

/**
 * Stores the counts and delays after a failed sign-in, for the account and for the network. The admin's revision is
 * unchanged, because the record is. For an unknown admin, the same statements write nothing.
 */
export async function storeFailedSignIns(
  em: EntityManager,
  adminId: string,
  network: string,
  after: { readonly account: FailedSignIns; readonly network: FailedSignIns },
  now: Date,
): Promise<void> {
  await execute(
    em,
    `insert into sign_in_network (admin_id, network, failures, blocked_until, updated_at)
     select id, $2, $3, $4, $5 from admin where id = $1
     on conflict (admin_id, network) do update set
       failures = excluded.failures, blocked_until = excluded.blocked_until, updated_at = excluded.updated_at`,
    [adminId, network, after.network.failures, after.network.blockedUntil, now],
  );
  await execute(em, 'update admin set failed_logins = $2, login_blocked_until = $3 where id = $1', [
    adminId,
    after.account.failures,
    after.account.blockedUntil,
  ]);
}

/** Makes a network known to an account and resets its failed sign-ins. */
export async function storeSignIn(em: EntityManager, adminId: string, network: string, now: Date): Promise<void> {
  await execute(
    em,
    `insert into sign_in_network (admin_id, network, signed_in_at, updated_at) values ($1, $2, $3, $3)
     on conflict (admin_id, network) do update set
       failures = 0, blocked_until = null, signed_in_at = excluded.signed_in_at, updated_at = excluded.updated_at`,
    [adminId, network, now],
  );
}

/** Removes all networks of an account, known and delayed, after another admin replaced its password. */
export async function forgetSignInNetworks(em: EntityManager, adminId: string): Promise<void> {
  await execute(em, 'delete from sign_in_network where admin_id = $1', [adminId]);
}

/**
 * Removes networks that are neither delayed nor known, and expired failures of accounts.
 * @param idleSince failed sign-ins before this timestamp have expired
 * @param knownSince a sign-in after this timestamp makes a network known
 */
export async function purgeSignInNetworks(em: EntityManager, idleSince: Date, knownSince: Date): Promise<void> {
  await execute(
    em,
    `delete from sign_in_network
      where updated_at < $1 and (signed_in_at is null or signed_in_at < $2)`,
    [idleSince, knownSince],
  );
  await execute(em, 'update admin set failed_logins = 0, login_blocked_until = null where login_blocked_until < $1', [
    idleSince,
  ]);
}
