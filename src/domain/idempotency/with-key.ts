import type { EntityManager } from '@mikro-orm/postgresql';
import { claimKey, findReply, holdKey, keepReply } from '../../persistence/idempotency/key-repository.ts';
import { isLockTimeout } from '../../persistence/transaction.ts';
import { busy, conflict } from '../kernel/errors.ts';
import { fingerprintOf, keyHash, readKey } from '../kernel/idempotency.ts';
import type { Context } from '../kernel/operation.ts';

/** How long an answer is kept for retries. */
const KEY_LIFETIME_MS = 48 * 60 * 60 * 1000;

/** A key as a caller gave it, and what it stands for. */
export interface GivenKey {
  /** Whose key it is: the operation, the caller and, where there is one, the record. */
  readonly scope: string;
  /** As the header or the field came; undefined = the caller sent none, and nothing is kept. */
  readonly key: string | undefined;
  /** The validated input: the same key with another one is refused. */
  readonly input: unknown;
}

/**
 * Does a write once for a key: a retry gets the kept answer again, and changes nothing. A refused write keeps nothing.
 * @param work the write, its view given back; it stores everything (`em.flush()`) before
 * @throws DomainError 400 IDEMPOTENCY_KEY_INVALID, 409 IDEMPOTENCY_KEY_REUSED, 409 IDEMPOTENCY_IN_PROGRESS
 */
export async function withKey<T>(
  { em, now, call, unchanged }: Pick<Context, 'em' | 'now' | 'call' | 'unchanged'>,
  given: GivenKey,
  work: () => Promise<T>,
): Promise<T> {
  if (given.key === undefined) return work();
  const claim = {
    keyHash: keyHash(given.scope, readKey(given.key)),
    fingerprint: fingerprintOf(given.input),
    now,
    expiresAt: new Date(now.getTime() + KEY_LIFETIME_MS),
  };
  if (await inTime(claimKey(em, claim))) {
    const view = await work();
    await keepReply(em, claim.keyHash, view);
    return view;
  }
  const kept = await findReply<T>(em, claim.keyHash);
  if (!kept) throw stillRunning();
  requireSameInput(kept.fingerprint, claim.fingerprint);
  call.replayed = true;
  return unchanged(kept.reply);
}

/**
 * Makes every other call with this key wait until the transaction ends, for writes that keep their key themselves.
 * @throws DomainError 409 IDEMPOTENCY_IN_PROGRESS after two seconds
 */
export async function waitForKey(em: EntityManager, hash: Buffer): Promise<void> {
  await inTime(holdKey(em, hash));
}

/** @throws DomainError 409 IDEMPOTENCY_KEY_REUSED; it says nothing of what the key stands for */
export function requireSameInput(kept: Buffer, given: Buffer): void {
  if (given.equals(kept)) return;
  throw conflict('IDEMPOTENCY_KEY_REUSED', 'This idempotency key was used with different input: use a new key.');
}

async function inTime<T>(waiting: Promise<T>): Promise<T> {
  try {
    return await waiting;
  } catch (error) {
    throw isLockTimeout(error) ? stillRunning() : error;
  }
}

function stillRunning() {
  return busy('IDEMPOTENCY_IN_PROGRESS', 'A request with this idempotency key is still running: retry shortly.');
}
