import { ERROR_CODE_NAMES } from '../error-codes.ts';
import { ERROR_MESSAGE_IDS } from '../error-texts.ts';
import { FIELD_ERROR_CODES } from '../field-problems.ts';
import {
  answer,
  boolean,
  id,
  integer,
  json,
  oneOf,
  part,
  parts,
  type RecordModel,
  text,
  type View,
} from '../record.ts';

const FieldErrorRecord = answer('BulkFieldError', 'A problem with one field of the input.', {
  path: text('The path of the field: `status`.'),
  code: oneOf('FieldErrorCode', FIELD_ERROR_CODES, 'The problem with its value, as a code.'),
  params: json('The numbers and names in the message, by name.'),
  message: text('The problem with its value, as the end of a sentence.'),
});

const BulkErrorRecord = answer(
  'BulkError',
  'Why a bulk mutation did not change a record, with the members that `extensions` has when the mutation of one record fails.',
  {
    code: oneOf('ErrorCode', ERROR_CODE_NAMES, 'The stable code of the error: `REVISION_CONFLICT`.'),
    messageId: oneOf('ErrorMessageId', ERROR_MESSAGE_IDS, 'The sentence of the message.'),
    params: json('The numbers, names and states in the message, by name.'),
    message: text('What happened, why, and what to do.'),
    tried: boolean('False after an error that would have failed this record as well: the mutation was not tried.'),
    status: integer('The HTTP status of that error.'),
    retryAfterSeconds: integer('Seconds until a retry can succeed; null when waiting does not help.').nullable(),
    fields: parts(FieldErrorRecord, 'The invalid fields of the input, when the error is about fields.'),
    requestId: text('The id of the request, which finds it in the log and in the audit log.'),
  },
);

/** The result of a bulk mutation for each of its records. */
export interface BulkResult {
  readonly id: string;
  readonly ok: boolean;
  readonly record: unknown;
  readonly error: View<typeof BulkErrorRecord> | null;
}

/** The answer of a bulk mutation for one record of the given kind. */
export function bulkResultOf(model: RecordModel): RecordModel {
  const name = model.name.toLowerCase();
  return answer(`Bulk${model.name}Result`, `The result of a bulk mutation for one ${name}.`, {
    id: id('The id, as the caller gave it.'),
    ok: boolean('Whether the mutation succeeded; it also succeeds when there is nothing to change.'),
    record: part(model, `The ${name} after the mutation; null when the mutation failed.`).nullable(),
    error: part(BulkErrorRecord, 'Why the mutation failed or was not tried; null when it succeeded.').nullable(),
  });
}
