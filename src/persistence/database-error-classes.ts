import { isNativeError } from 'node:util/types';
import { TooManyWaiting } from './sql/batching.ts';

/** The meaning of an error of PostgreSQL, its driver or its pool for the caller. */
export type DatabaseErrorClass = 'unavailable' | 'overloaded' | 'badInput';

/** Node's system errors of a connection that cannot be made or was lost. */
const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** SQLSTATEs, https://www.postgresql.org/docs/current/errcodes-appendix.html; class 08 (connection) is matched whole. */
const UNAVAILABLE_STATES = new Set([
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now: starting up, recovering
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25006', // read_only_sql_transaction: we are on a standby after a failover
  '53100', // disk_full
  '58030', // io_error
]);

const OVERLOADED_STATES = new Set([
  '53000', // insufficient_resources
  '53200', // out_of_memory
  '53300', // too_many_connections
  '53400', // configuration_limit_exceeded
  '57014', // query_canceled: statement_timeout
  '55P03', // lock_not_available: lock_timeout, NOWAIT
  '40001', // serialization_failure, after the retries are used up
  '40P01', // deadlock_detected, after the retries are used up
]);

/** Values that PostgreSQL rejects. Validation catches them earlier; this mapping prevents a 500 if it misses one. */
const BAD_INPUT_STATES = new Set([
  '22001', // string_data_right_truncation
  '22003', // numeric_value_out_of_range
  '22007', // invalid_datetime_format
  '22008', // datetime_field_overflow
  '22021', // character_not_in_repertoire: NUL, invalid UTF-8
  '22025', // invalid_escape_sequence: LIKE '...\'
  '2201W', // invalid_row_count_in_limit_clause
  '2201X', // invalid_row_count_in_result_offset_clause
  '22P02', // invalid_text_representation
  '22P05', // untranslatable_character: \u0000 in jsonb
]);

/** pg and pg-pool report these only as messages, without a code (pg 8.23 lib/client.js, pg-pool index.js). */
const DRIVER_TEXTS = new Map<string, DatabaseErrorClass>([
  ['timeout exceeded when trying to connect', 'overloaded'],
  ['Connection terminated due to connection timeout', 'unavailable'],
  ['Connection terminated unexpectedly', 'unavailable'],
  ['Connection terminated', 'unavailable'],
  ['timeout expired', 'unavailable'],
  ['Query read timeout', 'unavailable'],
  ['Client has encountered a connection error and is not queryable', 'unavailable'],
  ['Client was closed and is not queryable', 'unavailable'],
  ['Cannot use a pool after calling end on the pool', 'unavailable'],
]);

const MAX_CAUSES = 5;

/**
 * Classifies a thrown value by its SQLSTATE or system error code, including its causes; by message only where the driver
 * provides no code.
 * @returns undefined if it is not an error of the database or its connection (a bug, a constraint)
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorClass | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && isNativeError(current); depth += 1) {
    if (current instanceof TooManyWaiting) return 'overloaded';
    const fault = classOfCode(current) ?? DRIVER_TEXTS.get(current.message);
    if (fault) return fault;
    current = current.cause;
  }
  return undefined;
}

/** True if a failure does not depend on the written rows: retrying the rows of a batch separately is then pointless. */
export function isDatabaseOutage(error: unknown): boolean {
  const fault = classifyDatabaseError(error);
  return fault === 'unavailable' || fault === 'overloaded';
}

function classOfCode(error: Error): DatabaseErrorClass | undefined {
  if (!('code' in error) || typeof error.code !== 'string') return undefined;
  const { code } = error;
  if (CONNECTION_ERRORS.has(code) || UNAVAILABLE_STATES.has(code) || /^08...$/.test(code)) return 'unavailable';
  if (OVERLOADED_STATES.has(code)) return 'overloaded';
  return BAD_INPUT_STATES.has(code) ? 'badInput' : undefined;
}
