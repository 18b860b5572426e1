import type { Operation } from '../../domain/kernel/operation.ts';
import { answer, part, type RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';

/** What a mutation answers: an object of its own, so that members can be added to it. */
export interface Payload {
  readonly model: RecordModel;
  /** The record that it holds; undefined for a mutation that answers none. */
  readonly record: RecordModel | undefined;
  /** Makes it of what the operation answers. */
  readonly of: (answered: object) => Readonly<Record<string, unknown>>;
}

/**
 * The payload that follows from what an operation answers: the record, under its own name, and the members that are of the answer
 * alone. `createAdmin` answers `CreateAdminPayload { admin temporaryPassword }`.
 */
export function payloadOf(operation: Operation): Payload {
  const answers = answerOf(operation);
  const record = answers.shows ?? (records.includes(answers) ? answers : undefined);
  const names = (record ? answers.ownFields : Object.keys(answers.fields)) ?? [];
  const own = names.flatMap((name) => {
    const field = answers.fields[name];
    return !field || field.spec.uses.has('restOnly') ? [] : [{ name, field, as: field.spec.payloadName ?? name }];
  });
  const holder = record && firstLower(record.name);
  const model = answer(payloadName(operation.name), `The result of \`${operation.name}\`.`, {
    ...(record && holder ? { [holder]: part(record, `The ${wordsOf(record.name)} after the mutation.`) } : {}),
    ...Object.fromEntries(own.map(({ as, field }) => [as, field])),
  });
  return {
    model,
    record,
    of: (answered) => ({
      // The record is read from the answer itself, which has all of its fields.
      ...(holder ? { [holder]: answered } : {}),
      ...Object.fromEntries(own.map(({ name, as }) => [as, (answered as Readonly<Record<string, unknown>>)[name]])),
    }),
  };
}

/** The name of the payload of a mutation: `CreateAdminPayload`. */
export function payloadName(field: string): string {
  return `${field.charAt(0).toUpperCase()}${field.slice(1)}Payload`;
}

/** A type’s name as words: `SavedQuestion` is `saved question`. */
export function wordsOf(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}

function firstLower(name: string): string {
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function answerOf({ name, answers }: Operation): RecordModel {
  const [only, another] = !answers || answers === 'file' ? [] : [answers].flat();
  if (only && !another) return only;
  throw new Error(`${name}: say in its \`answers\` which record it answers (src/model/records/).`);
}
