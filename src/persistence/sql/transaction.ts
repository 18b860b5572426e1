import { setTimeout as sleep } from 'node:timers/promises';
import { type EntityManager, OptimisticLockError } from '@mikro-orm/postgresql';

const MAX_TRIES = 5;
/** Serialization failure and deadlock: the only errors after which the same work can simply be retried. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * Runs work in one transaction. Retries it after a serialization failure or a deadlock, up to five times, each time with a
 * new fork, so that no decision uses data of a failed attempt.
 * @param em the global entity manager
 * @param work receives the forked entity manager of the open transaction
 */
export async function inTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await em.fork().transactional(work);
    } catch (error) {
      if (attempt >= MAX_TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** The SQLSTATE of a driver error, even if MikroORM wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code;
  return sqlState(error.cause);
}

/** Whether a statement failed with `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** Whether a statement failed with `statement_timeout`. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** The name of the constraint that a write violated. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint;
  return violatedConstraint(error.cause);
}

/** Whether a write failed because its record changed since it was read (optimistic lock). */
export function isStaleWrite(error: unknown): boolean {
  return error instanceof OptimisticLockError;
}
