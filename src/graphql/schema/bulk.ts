import { hash } from 'node:crypto';
import { Arg, Field, ID, InputType, Int } from 'type-graphql';
import { DomainError, type ErrorKind, wordingOf } from '../../domain/kernel/errors.ts';
import { readKey } from '../../domain/kernel/idempotency.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { answer, parts, type RecordModel } from '../../model/record.ts';
import { type BulkResult, bulkResultOf } from '../../model/records/bulk.ts';
import type { GraphqlContext } from '../execution/context.ts';
import type { ShownError } from '../execution/shown-error.ts';
import { bulkRecords, fixedLists, MAX_BULK_RECORDS } from './bounds.ts';
import { inputOf } from './input-type.ts';
import { declareRootField } from './operation-field.ts';
import { payloadName, payloadOf } from './payload.ts';
import { type ClassType, objectTypeOf } from './record-type.ts';
import { rootFields } from './root-fields.ts';

/** Errors about the caller or the service, which would fail the following records as well. */
const OF_ALL_RECORDS: ReadonlySet<ErrorKind> = new Set(['unauthenticated', 'forbidden', 'rateLimited', 'unavailable']);
const MAX_FIELD_ERRORS = fixedLists['BulkError.fields'];

class BulkRecordInput {
  declare id: string;
  declare expectedRevision?: number | null;
}
InputType('BulkRecordInput', { description: 'A record that a bulk mutation changes.' })(BulkRecordInput);
Field(() => ID, { description: 'The id of the record.' })(BulkRecordInput.prototype, 'id');
Field(() => Int, {
  nullable: true,
  description: 'The `revision` that the caller has read: the record is not changed when it has another.',
})(BulkRecordInput.prototype, 'expectedRevision');

let resolverClasses: readonly ClassType[] | undefined;
/** By the name of the record. */
const results = new Map<string, RecordModel>();

/** The root fields of the operations that take many records at once (`BULK` in root-fields.ts), made at the first call. */
export function bulkFields(): readonly ClassType[] {
  resolverClasses ??= rootFields
    .filter(({ isBulk }) => isBulk)
    .map(({ operation, field }) => bulkField(operation, field));
  return resolverClasses;
}

function bulkField(operation: Operation, field: string): ClassType {
  const { record } = payloadOf(operation);
  if (!record) throw new Error(`${operation.name} does not answer a record, so that it cannot be called in bulk.`);
  const result = results.get(record.name) ?? bulkResultOf(record);
  results.set(record.name, result);
  const payload = answer(payloadName(field), `The result of \`${field}\`.`, {
    results: parts(result, 'One for each record, in the order in which they were given.'),
  });
  return declareRootField(
    { root: 'Mutation', field, type: objectTypeOf(payload), resolve: resolverOf(operation, field) },
    (prototype) => declareArguments(operation, prototype, field),
  );
}

function declareArguments(operation: Operation, prototype: object, field: string): void {
  const description = `The records, 1 to ${MAX_BULK_RECORDS} and none twice, in the order in which they are changed.`;
  Arg('records', () => [BulkRecordInput], { description })(prototype, field, 0);
  if (Object.keys(operation.input.properties).length > 0) {
    Arg('input', () => inputOf(operation), {
      description: 'The values that the mutation takes, the same for every record.',
    })(prototype, field, 1);
  }
  if (!operation.takes?.idempotencyKey) return;
  Arg('idempotencyKey', () => String, {
    nullable: true,
    description:
      'An idempotency key of the caller’s choice, 1 to 255 visible ASCII characters, from which each record’s own key is derived: for 48 hours, a retry with it repeats the results that succeeded and tries the others again.',
  })(prototype, field, 2);
}

interface Given {
  readonly input?: object | null;
  readonly idempotencyKey?: string | null;
}

function resolverOf(operation: Operation, field: string) {
  return async (
    _root: unknown,
    args: object,
    ctx: GraphqlContext,
  ): Promise<{ readonly results: readonly BulkResult[] }> => {
    const records = bulkRecords(`Mutation.${field}`, args);
    const { input, idempotencyKey } = args as Given;
    const key = operation.takes?.idempotencyKey ? await checkedKey(idempotencyKey, ctx) : undefined;
    const results = await ctx.asOneField(() =>
      oneByOne(records, ctx, ({ id, expectedRevision }) =>
        ctx.run(operation, input ?? {}, id, expectedRevision, key && keyOf(key, id)),
      ),
    );
    return { results };
  };
}

type BulkRecord = ReturnType<typeof bulkRecords>[number];

/**
 * Runs an operation for one record after the other, so that the caller has one statement at a time, and ends when the client
 * disconnects.
 * @throws the error of the first record, if it would fail all of them
 */
async function oneByOne(
  records: readonly BulkRecord[],
  { call: { requestId }, reply }: GraphqlContext,
  runOne: (record: BulkRecord) => Promise<unknown>,
): Promise<readonly BulkResult[]> {
  const done: BulkResult[] = [];
  let stopped: ShownError | undefined;
  for (const record of records) {
    const { id } = record;
    if (reply.isClosed()) throw clientHasGone();
    if (stopped) {
      done.push(failedResult(id, stopped, requestId, false));
      continue;
    }
    try {
      done.push({ id, ok: true, record: await runOne(record), error: null });
    } catch (error) {
      const shown = reply.errorOf(error);
      if (OF_ALL_RECORDS.has(shown.kind)) {
        if (done.length === 0) throw error;
        stopped = shown;
      }
      done.push(failedResult(id, shown, requestId));
    }
  }
  return done;
}

function failedResult(id: string, { kind: _kind, ...shown }: ShownError, requestId: string, tried = true): BulkResult {
  const { fields = [], retryAfterSeconds = null } = shown;
  const error = { ...shown, retryAfterSeconds, fields: fields.slice(0, MAX_FIELD_ERRORS), requestId, tried };
  return { id, ok: false, record: null, error };
}

/** @throws DomainError 400 IDEMPOTENCY_KEY_INVALID, counted, because no call of the operation is */
async function checkedKey(key: string | null | undefined, { call }: GraphqlContext): Promise<string | undefined> {
  const requestKey = key ?? call.idempotencyKey;
  if (requestKey === undefined) return undefined;
  try {
    return readKey(requestKey);
  } catch (error) {
    throw error instanceof DomainError
      ? await call.runtime.clientErrors.limit({ ...call, admitted: false }, error)
      : error;
  }
}

/** A retry of the whole request with the same key finds the reply of each record. */
function keyOf(key: string, id: string): string {
  return `bulk-${hash('sha256', `${id.toLowerCase()} ${key}`)}`;
}

function clientHasGone(): DomainError {
  return new DomainError('timeout', 'REQUEST_TIMEOUT', wordingOf('REQUEST_TIMEOUT', 'CLIENT_LEFT'));
}
