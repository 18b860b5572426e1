import { ObjectTooLarge, StorageFull, StorageUnavailable } from '../model/storage-errors.ts';
import { classifyDatabaseError } from '../persistence/database-error-classes.ts';
import { limitOf } from '../persistence/isolation/limit-exceeded.ts';
import { isLockTimeout, isStatementTimeout } from '../persistence/sql/transaction.ts';
import { DomainError, invalid, tooMany, unavailable, wordingOf } from './kernel/errors.ts';

/** Longer than the one second for a busy database: a storage that is down or full takes longer to recover. */
const STORAGE_RETRY_SECONDS = 10;

/** Maps a database or storage error to a client-facing error; undefined for bugs. */
export function clientErrorOf(thrown: unknown): DomainError | undefined {
  return errorOfStorage(thrown) ?? errorOfLimit(thrown) ?? errorOfDatabase(thrown);
}

function errorOfLimit(thrown: unknown): DomainError | undefined {
  const exceeded = limitOf(thrown);
  switch (exceeded?.limit) {
    case undefined:
      return undefined;
    case 'requests':
      return tooMany('REQUESTS');
    case 'exports':
      return tooMany('EXPORTS', exceeded);
    case 'analytics':
      return tooMany('ANALYTICS', exceeded);
    case 'queue':
      return unavailable('OVERLOADED', 'QUEUE');
    case 'connection':
      return unavailable('OVERLOADED', 'CONNECTION', exceeded);
    case 'unread':
      return unavailable('OVERLOADED', 'UNREAD');
    case 'time':
      return unavailable('OVERLOADED', 'TIME', exceeded);
    case 'rows':
      return invalid('VALIDATION_FAILED', 'TOO_MANY_RECORDS', exceeded);
    case 'left':
      return invalid('BAD_REQUEST', 'CLIENT_LEFT');
  }
}

function errorOfStorage(thrown: unknown): DomainError | undefined {
  if (thrown instanceof StorageUnavailable) {
    return unavailable('STORAGE_UNAVAILABLE', 'STORAGE').with({ retryAfterSeconds: STORAGE_RETRY_SECONDS });
  }
  if (thrown instanceof StorageFull) {
    return unavailable('STORAGE_FULL').with({ retryAfterSeconds: STORAGE_RETRY_SECONDS });
  }
  if (thrown instanceof ObjectTooLarge) {
    return new DomainError('tooLarge', 'PAYLOAD_TOO_LARGE', wordingOf('PAYLOAD_TOO_LARGE', 'FILE'));
  }
  return undefined;
}

function errorOfDatabase(thrown: unknown): DomainError | undefined {
  switch (classifyDatabaseError(thrown)) {
    case 'unavailable':
      return unavailable('SERVICE_UNAVAILABLE', 'DATABASE');
    case 'overloaded':
      return unavailable('OVERLOADED', overloadOf(thrown));
    case 'badInput':
      return invalid('BAD_REQUEST', 'DATABASE');
    default:
      return undefined;
  }
}

function overloadOf(thrown: unknown): 'LOCKED' | 'SLOW' | 'BUSY' {
  if (isLockTimeout(thrown)) return 'LOCKED';
  return isStatementTimeout(thrown) ? 'SLOW' : 'BUSY';
}
