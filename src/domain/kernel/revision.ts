import { conflict, fieldProblem, validationFailed } from './errors.ts';
import type { Call } from './operation.ts';

/** @throws DomainError 400 VALIDATION_FAILED for an `If-Match` of another form than a revision in quotes */
export function requireRevisionForm({ expectedRevision }: Call): void {
  if (expectedRevision !== 'malformed') return;
  throw validationFailed([fieldProblem('If-Match', 'WRONG_FORMAT', { format: 'revision' })]);
}

/**
 * Checks that the record has the revision that the caller has read (`If-Match`, `expectedRevision`), if given.
 * @throws DomainError 409 REVISION_CONFLICT
 */
export function requireRevision(call: Call, record: { readonly revision: number }): void {
  const { expectedRevision } = call;
  if (expectedRevision === undefined || expectedRevision === record.revision) return;
  throw conflict('REVISION_CONFLICT', 'STALE', { revision: record.revision });
}
