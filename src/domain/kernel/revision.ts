import { conflict } from './errors.ts';
import type { Call } from './operation.ts';

/**
 * Holds a write to the revision that the caller has read (`If-Match`, `expectedRevision`), when it named one.
 * @throws DomainError 409 REVISION_CONFLICT
 */
export function requireRevision(call: Call, record: { readonly revision: number }): void {
  const { expectedRevision } = call;
  if (expectedRevision === undefined || expectedRevision === record.revision) return;
  throw conflict('REVISION_CONFLICT', `The record is at revision ${record.revision}: read it again.`);
}
