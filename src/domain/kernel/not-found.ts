import type { TargetKind } from '../../model/enums.ts';
import { type DomainError, notFound } from './errors.ts';

const NOT_FOUND: Readonly<Record<TargetKind, () => DomainError>> = {
  Admin: () => notFound('ADMIN_NOT_FOUND'),
  Session: () => notFound('SESSION_NOT_FOUND'),
  Device: () => notFound('DEVICE_NOT_FOUND'),
  Batch: () => notFound('BATCH_NOT_FOUND'),
  Customer: () => notFound('CUSTOMER_NOT_FOUND'),
  Preorder: () => notFound('PREORDER_NOT_FOUND'),
  Sale: () => notFound('SALE_NOT_FOUND'),
  Release: () => notFound('RELEASE_NOT_FOUND'),
  Installation: () => notFound('INSTALLATION_NOT_FOUND'),
  Pairing: () => notFound('PAIRING_NOT_FOUND'),
  SavedQuestion: () => notFound('SAVED_QUESTION_NOT_FOUND'),
  SavedView: () => notFound('SAVED_VIEW_NOT_FOUND'),
  ServiceAccount: () => notFound('SERVICE_ACCOUNT_NOT_FOUND'),
  ClaimCode: () => notFound('NOT_FOUND', 'CLAIM_CODE'),
  Settings: () => notFound('NOT_FOUND', 'SETTINGS'),
};

/** The 404 error of a kind of record. */
export function recordNotFound(kind: TargetKind): DomainError {
  return NOT_FOUND[kind]();
}
