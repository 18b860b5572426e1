import { conflict } from './errors.ts';
import type { Call } from './operation.ts';

/**
 * Checks that the record has the revision that the caller has read (`If-Match`, `expectedRevision`), if given.
 * @throws DomainError 409 REVISION_CONFLICT
 */
export function requireRevision(call: Call, record: { readonly revision: number }): void {
  const { expectedRevision } = call;
  if (expectedRevision === undefined || expectedRevision === record.revision) return;
  throw conflict('REVISION_CONFLICT', `The record is at revision ${record.revision}: read it again.`);
}
