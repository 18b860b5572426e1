import { ObjectTooLarge, StorageFull, StorageUnavailable } from '../model/storage-errors.ts';
import { classifyDatabaseError } from '../persistence/database-error-classes.ts';
import { type DatabaseLimit, limitOf } from '../persistence/isolation/limit-exceeded.ts';
import { isLockTimeout, isStatementTimeout } from '../persistence/sql/transaction.ts';
import { DomainError, invalid, tooManyAtOnce, unavailable } from './kernel/errors.ts';

/** Longer than the one second for a busy database: a storage that is down or full takes longer to recover. */
const STORAGE_RETRY_SECONDS = 10;

/** Maps a database or storage error to a client-facing error; undefined for bugs. */
export function clientErrorOf(thrown: unknown): DomainError | undefined {
  return errorOfStorage(thrown) ?? errorOfLimit(thrown) ?? errorOfDatabase(thrown);
}

const ERROR_OF_LIMIT: Readonly<Record<DatabaseLimit, (message: string) => DomainError>> = {
  atOnce: (message) => tooManyAtOnce(message),
  wait: (message) => unavailable('OVERLOADED', message),
  time: (message) => unavailable('OVERLOADED', message),
  rows: (message) => invalid('VALIDATION_FAILED', message),
  left: (message) => invalid('BAD_REQUEST', message),
};

function errorOfLimit(thrown: unknown): DomainError | undefined {
  const limit = limitOf(thrown);
  return limit && thrown instanceof Error ? ERROR_OF_LIMIT[limit](thrown.message) : undefined;
}

function errorOfStorage(thrown: unknown): DomainError | undefined {
  if (thrown instanceof StorageUnavailable) {
    return unavailable(
      'STORAGE_UNAVAILABLE',
      'The storage is temporarily unavailable: retry shortly.',
      STORAGE_RETRY_SECONDS,
    );
  }
  if (thrown instanceof StorageFull) {
    return unavailable(
      'STORAGE_FULL',
      'The file storage is full: ask the operator to free space, then retry.',
      STORAGE_RETRY_SECONDS,
    );
  }
  if (thrown instanceof ObjectTooLarge) {
    return new DomainError('tooLarge', 'PAYLOAD_TOO_LARGE', 'The file is larger than this upload allows.');
  }
  return undefined;
}

function errorOfDatabase(thrown: unknown): DomainError | undefined {
  switch (classifyDatabaseError(thrown)) {
    case 'unavailable':
      return unavailable('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable: retry shortly.');
    case 'overloaded':
      return unavailable('OVERLOADED', overloadOf(thrown));
    case 'badInput':
      return invalid(
        'BAD_REQUEST',
        'The database cannot store a value of the request: check the values and send it again.',
      );
    default:
      return undefined;
  }
}

function overloadOf(thrown: unknown): string {
  if (isLockTimeout(thrown)) return 'Another request is changing the same data: retry shortly.';
  if (isStatementTimeout(thrown)) {
    return 'The database query exceeded its time limit: request less data, or retry when the service is less busy.';
  }
  return 'The service is overloaded: retry shortly.';
}
