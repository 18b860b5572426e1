import { answer, boolean, id, integer, part, parts, type RecordModel, text, type View } from '../record.ts';

const FieldErrorRecord = answer('BulkFieldError', 'What is wrong with one field of the input.', {
  field: text('The path of the field: `status`.'),
  message: text('What is wrong with it.'),
});

const BulkErrorRecord = answer(
  'BulkError',
  'Why a bulk mutation did not change a record: what `extensions` holds where the mutation of one record fails.',
  {
    code: text('The stable code of the error: `REVISION_CONFLICT`.'),
    message: text('What happened, why, and what to do.'),
    status: integer('The HTTP status of that error.'),
    retryAfterSeconds: integer(
      'After how many seconds a retry can succeed; null when waiting does not help.',
    ).nullable(),
    fields: parts(FieldErrorRecord, 'The fields of the input that are invalid, as far as the error is about them.'),
    requestId: text('The id of the request, which finds it in the log and in the audit log.'),
  },
);

/** What a bulk mutation answers for each record that it was given. */
export interface BulkResult {
  readonly id: string;
  readonly ok: boolean;
  readonly record: unknown;
  readonly error: View<typeof BulkErrorRecord> | null;
}

/** The answer of a bulk mutation for one record of the given kind. */
export function bulkResultOf(model: RecordModel): RecordModel {
  const name = model.name.toLowerCase();
  return answer(`Bulk${model.name}Result`, `What a bulk mutation did to one ${name}.`, {
    id: id('The id, as the caller gave it.'),
    ok: boolean('Whether the mutation succeeded; one that had nothing to change did.'),
    record: part(model, `The ${name} after the mutation; null when it was refused.`).nullable(),
    error: part(BulkErrorRecord, 'Why it was refused, or not tried; null when it succeeded.').nullable(),
  });
}
