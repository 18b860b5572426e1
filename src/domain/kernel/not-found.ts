import type { TargetKind } from '../../model/enums.ts';
import { type DomainError, notFound } from './errors.ts';

const NOT_FOUND = {
  Admin: ['ADMIN_NOT_FOUND', 'No such admin.'],
  Session: ['SESSION_NOT_FOUND', 'No such session.'],
  Device: ['DEVICE_NOT_FOUND', 'No such device.'],
  Batch: ['BATCH_NOT_FOUND', 'No such batch.'],
  Customer: ['CUSTOMER_NOT_FOUND', 'No such customer.'],
  Preorder: ['PREORDER_NOT_FOUND', 'No such preorder.'],
  Sale: ['SALE_NOT_FOUND', 'No such sale.'],
  Release: ['RELEASE_NOT_FOUND', 'No such release.'],
  Installation: ['INSTALLATION_NOT_FOUND', 'No such installation.'],
  Pairing: ['PAIRING_NOT_FOUND', 'No such pairing.'],
  SavedQuestion: ['SAVED_QUESTION_NOT_FOUND', 'No such saved question.'],
  SavedView: ['SAVED_VIEW_NOT_FOUND', 'No such saved view.'],
  ServiceAccount: ['SERVICE_ACCOUNT_NOT_FOUND', 'No such service account.'],
  ClaimCode: ['NOT_FOUND', 'No such claim code.'],
  Settings: ['NOT_FOUND', 'No such settings.'],
} as const satisfies Record<TargetKind, readonly [string, string]>;

/** The 404 error of a kind of record. */
export function recordNotFound(kind: TargetKind): DomainError {
  const [code, message] = NOT_FOUND[kind];
  return notFound(code, message);
}
