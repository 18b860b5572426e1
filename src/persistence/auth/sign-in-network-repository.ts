import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row } from '../query.ts';

/** Failed sign-ins in a row, and until when further ones are refused. */
export interface FailedSignIns {
  readonly failures: number;
  readonly blockedUntil: Date | null;
}

/** An account's sign-ins at one network. */
export interface NetworkSignIns extends FailedSignIns {
  readonly signedInAt: Date | null;
}

/** The sign-ins of an account at a network; undefined when there were none. Lock the admin first. */
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
 * Stores what a refused sign-in came to, for the account and for the network. The admin's revision stays: this is no
 * change of the record. For an unknown admin the same statements write nothing.
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

/** Makes a network known to an account: its failed sign-ins are forgotten. */
export async function storeSignIn(em: EntityManager, adminId: string, network: string, now: Date): Promise<void> {
  await execute(
    em,
    `insert into sign_in_network (admin_id, network, signed_in_at, updated_at) values ($1, $2, $3, $3)
     on conflict (admin_id, network) do update set
       failures = 0, blocked_until = null, signed_in_at = excluded.signed_in_at, updated_at = excluded.updated_at`,
    [adminId, network, now],
  );
}

/** Forgets all networks of an account, known and delayed ones: its password was replaced by somebody else. */
export async function forgetSignInNetworks(em: EntityManager, adminId: string): Promise<void> {
  await execute(em, 'delete from sign_in_network where admin_id = $1', [adminId]);
}

/**
 * Removes the networks that delay nobody any more and are not known, and the failures of accounts that were left alone.
 * @param idleSince failed sign-ins before it are forgotten
 * @param knownSince a network is known by a sign-in after it
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
