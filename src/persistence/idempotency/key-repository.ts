import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row } from '../sql/query.ts';

/** A call waits this long for another one with the same key; longer waits would exhaust the connections. */
const KEY_WAIT = '2s';

/** An idempotency key with the fingerprint of its request. */
export interface KeyClaim {
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly now: Date;
  readonly expiresAt: Date;
}

/**
 * Takes an advisory lock on the key until the transaction ends, for writes that store their key themselves.
 * @throws the driver's 55P03 after two seconds
 */
export async function lockKey(em: EntityManager, keyHash: Buffer): Promise<void> {
  await waitingBriefly(em, () =>
    execute(em, 'select pg_advisory_xact_lock($1::bigint)', [keyHash.readBigInt64BE().toString()]),
  );
}

/**
 * Inserts a key, or replaces an expired one, in the transaction of its write. A concurrent call waits for the first
 * one's commit.
 * @returns false if the key is in use
 * @throws the driver's 55P03 after two seconds
 */
export async function insertKey(em: EntityManager, claim: KeyClaim): Promise<boolean> {
  const claimed = await waitingBriefly(em, () =>
    row(
      em,
      `insert into idempotency_key (key_hash, fingerprint, created_at, expires_at) values ($1, $2, $3, $4)
       on conflict (key_hash) do update
         set fingerprint = excluded.fingerprint, reply = null, created_at = excluded.created_at,
             expires_at = excluded.expires_at
         where idempotency_key.expires_at <= excluded.created_at
       returning 1`,
      [claim.keyHash, claim.fingerprint, claim.now, claim.expiresAt],
    ),
  );
  return claimed !== undefined;
}

/** The response stored under a key in use. */
export async function findReply<Reply>(
  em: EntityManager,
  keyHash: Buffer,
): Promise<{ fingerprint: Buffer; reply: Reply } | undefined> {
  const stored = await row<{ fingerprint: Buffer; reply: string }>(
    em,
    'select fingerprint, reply from idempotency_key where key_hash = $1 and reply is not null',
    [keyHash],
  );
  return stored && { fingerprint: stored.fingerprint, reply: JSON.parse(stored.reply) };
}

/** Stores a write's response under its key, as text because jsonb would reorder its members. */
export async function storeReply(em: EntityManager, keyHash: Buffer, reply: unknown): Promise<void> {
  await execute(em, 'update idempotency_key set reply = to_jsonb($2::text) where key_hash = $1', [
    keyHash,
    JSON.stringify(reply),
  ]);
}

/** Removes expired keys. @returns the number of removed ones */
export function purgeExpiredKeys(em: EntityManager, now: Date): Promise<number> {
  return execute(em, 'delete from idempotency_key where expires_at <= $1', [now]);
}

/** Runs `work` with a lock timeout of two seconds and restores the previous timeout. */
async function waitingBriefly<T>(em: EntityManager, work: () => Promise<T>): Promise<T> {
  await execute(em, `set local lock_timeout = '${KEY_WAIT}'`);
  const result = await work();
  await execute(em, 'set local lock_timeout to default');
  return result;
}
