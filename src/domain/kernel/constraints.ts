import { busy, conflict, type DomainError } from './errors.ts';

/** The client error for each unique constraint that a write can violate. */
const CONFLICTS: Readonly<Record<string, () => DomainError>> = {
  admin_email_unique: () => conflict('DUPLICATE_EMAIL', 'Another admin already has this e-mail address.'),
  customer_email_unique: () => conflict('DUPLICATE_EMAIL', 'Another customer already has this e-mail address.'),
  customer_phone_unique: () => conflict('DUPLICATE_PHONE', 'Another customer already has this phone number.'),
  preorder_key_unique: () => busy('IDEMPOTENCY_IN_PROGRESS', 'A request with this idempotency key is still running.'),
  sale_one_live_per_device: () => conflict('DEVICE_ALREADY_SOLD', 'This device is already sold.'),
  release_version_unique: () =>
    conflict('RELEASE_CONFLICT', 'This hardware already has a release of this version and build.'),
  inventory_batch_code_unique: () => conflict('DUPLICATE_BATCH_CODE', 'Another batch already has this code.'),
};

/** The client error for a violated constraint; undefined if the violation is an internal error. */
export function conflictOf(constraint: string | undefined): DomainError | undefined {
  return constraint === undefined ? undefined : CONFLICTS[constraint]?.();
}
