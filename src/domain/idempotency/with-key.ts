import type { EntityManager } from '@mikro-orm/postgresql';
import { findReply, insertKey, lockKey, storeReply } from '../../persistence/idempotency/key-repository.ts';
import { isLockTimeout } from '../../persistence/sql/transaction.ts';
import { conflict, stillRunning } from '../kernel/errors.ts';
import { type Fingerprints, fingerprintsOf, keyHash, readKey } from '../kernel/idempotency.ts';
import type { Context } from '../kernel/operation.ts';

/** Responses are kept this long for retries. */
const KEY_LIFETIME_MS = 48 * 60 * 60 * 1000;

/** An idempotency key with its scope and input. */
export interface KeyedRequest {
  /** The operation, the caller and, if any, the record. */
  readonly scope: string;
  /** The header or field as received; undefined = none was sent, and nothing is stored. */
  readonly key: string | undefined;
  /** The validated input; the same key with other input is an error. */
  readonly input: unknown;
}

/**
 * Runs a write once per key: a retry gets the stored response and changes nothing. A failed write stores nothing.
 * @param work the write; it must flush (`em.flush()`) before it returns its view
 * @throws DomainError 400 IDEMPOTENCY_KEY_INVALID, 409 IDEMPOTENCY_KEY_REUSED, 409 IDEMPOTENCY_REPLY_ERASED,
 *   409 IDEMPOTENCY_IN_PROGRESS
 */
export async function withKey<T>(
  { em, now, call, unchanged }: Pick<Context, 'em' | 'now' | 'call' | 'unchanged'>,
  request: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (request.key === undefined) return work();
  const fingerprints = fingerprintsOf(call, request.input);
  const claim = {
    keyHash: keyHash(request.scope, readKey(request.key)),
    fingerprint: fingerprints[0],
    now,
    expiresAt: new Date(now.getTime() + KEY_LIFETIME_MS),
  };
  if (await inTime(insertKey(em, claim))) {
    const view = await work();
    await storeReply(em, claim.keyHash, view);
    return view;
  }
  const stored = await findReply<T>(em, claim.keyHash);
  if (!stored) throw stillRunning();
  requireSameInput(stored.fingerprint, fingerprints);
  call.replayed = true;
  return unchanged(stored.reply);
}

/**
 * Takes an advisory lock on the key until the transaction ends, for writes that store their key themselves.
 * @throws DomainError 409 IDEMPOTENCY_IN_PROGRESS after two seconds
 */
export async function waitForKey(em: EntityManager, hash: Buffer): Promise<void> {
  await inTime(lockKey(em, hash));
}

/**
 * @param storedFingerprint empty if the customer was erased since, for whom the first request was
 * @throws DomainError 409 IDEMPOTENCY_KEY_REUSED, without details of the earlier request, 409 IDEMPOTENCY_REPLY_ERASED
 */
export function requireSameInput(storedFingerprint: Buffer, fingerprints: Fingerprints): void {
  // Whether the input is the same is unknown. Who took another key would refund twice.
  if (storedFingerprint.length === 0) throw conflict('IDEMPOTENCY_REPLY_ERASED');
  if (fingerprints.some((fingerprint) => fingerprint.equals(storedFingerprint))) return;
  throw conflict('IDEMPOTENCY_KEY_REUSED');
}

async function inTime<T>(waiting: Promise<T>): Promise<T> {
  try {
    return await waiting;
  } catch (error) {
    throw isLockTimeout(error) ? stillRunning() : error;
  }
}
