import { conflict, type DomainError, stillRunning } from './errors.ts';

/** The client error for each unique constraint that a write can violate. */
const CONFLICTS: Readonly<Record<string, () => DomainError>> = {
  admin_email_unique: () => conflict('DUPLICATE_EMAIL', 'ADMIN'),
  customer_email_unique: () => conflict('DUPLICATE_EMAIL', 'CUSTOMER'),
  customer_phone_unique: () => conflict('DUPLICATE_PHONE'),
  preorder_key_unique: stillRunning,
  sale_one_live_per_device: () => conflict('DEVICE_ALREADY_SOLD'),
  release_version_unique: () => conflict('RELEASE_CONFLICT', 'SAME_BUILD'),
  inventory_batch_code_unique: () => conflict('DUPLICATE_BATCH_CODE'),
};

/** The client error for a violated constraint; undefined if the violation is an internal error. */
export function conflictOf(constraint: string | undefined): DomainError | undefined {
  return constraint === undefined ? undefined : CONFLICTS[constraint]?.();
}
