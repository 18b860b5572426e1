import type { AdminRole, BatchStatus, DeviceStatus } from '../../model/enums.ts';
import { conflict } from '../kernel/errors.ts';
import { requireTransition, type Transition } from '../kernel/transitions.ts';

/** The causes of a transition: an admin's update, provisioning, archiving. */
export type BatchTrigger = 'admin' | 'provision' | 'archive';

/** A legal transition of a batch; `roles` if only some of the roles that may call the operation may make it. */
export interface BatchTransition extends Transition<BatchStatus, BatchTrigger> {
  readonly roles?: readonly AdminRole[];
}

/** A batch is planned, provisioned once and archived. PROVISIONING lasts for one transaction. */
export const BATCH_TRANSITIONS: readonly BatchTransition[] = [
  { from: 'DRAFT', to: 'READY', by: 'admin' },
  { from: 'DRAFT', to: 'CANCELLED', by: 'admin' },
  { from: 'READY', to: 'DRAFT', by: 'admin' },
  { from: 'READY', to: 'CANCELLED', by: 'admin' },
  { from: 'PROVISIONING', to: 'CANCELLED', by: 'admin', roles: ['SUPER_ADMIN', 'ADMIN'] },
  { from: 'DRAFT', to: 'PROVISIONING', by: 'provision' },
  { from: 'READY', to: 'PROVISIONING', by: 'provision' },
  { from: 'PROVISIONING', to: 'PROVISIONING', by: 'provision' },
  { from: 'PROVISIONING', to: 'COMPLETED', by: 'provision' },
  { from: 'COMPLETED', to: 'ARCHIVED', by: 'archive' },
  { from: 'CANCELLED', to: 'ARCHIVED', by: 'archive' },
];

/** Cancelling a batch retires its unowned devices in these statuses. */
export const RETIRED_WITH_BATCH: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'RETURNED', 'REPAIR', 'REVOKED'];

/** Fields that can be changed after DRAFT. */
const ALWAYS_EDITABLE: readonly string[] = ['notes', 'status'];

/**
 * After DRAFT, the plan of a batch is fixed.
 * @param changed names of the fields whose values would change
 * @throws DomainError 409 BATCH_NOT_EDITABLE naming them
 */
export function requireEditable(status: BatchStatus, changed: readonly string[]): void {
  if (status === 'DRAFT') return;
  const locked = changed.filter((field) => !ALWAYS_EDITABLE.includes(field));
  if (locked.length === 0) return;
  throw conflict(
    'BATCH_NOT_EDITABLE',
    `Cannot change ${locked.join(', ')}: the batch is ${status} (only DRAFT batches can be edited).`,
  );
}

/** Finds the transition that an admin requests. @throws DomainError 409 INVALID_TRANSITION */
export function requireAdminMove(from: BatchStatus, to: BatchStatus): BatchTransition {
  return requireTransition(BATCH_TRANSITIONS, from, to, 'admin');
}

/** True if the role may make the transition. */
export function mayMove({ roles }: BatchTransition, role: AdminRole): boolean {
  return roles === undefined || roles.includes(role);
}

/**
 * A batch is provisioned once. A batch left in PROVISIONING can be continued.
 * @throws DomainError 409 BATCH_ALREADY_PROVISIONED, INVALID_TRANSITION
 */
export function requireProvisionable(batch: {
  readonly status: BatchStatus;
  readonly provisionedAt: Date | null;
}): void {
  if (batch.status === 'COMPLETED' || batch.provisionedAt) {
    throw conflict('BATCH_ALREADY_PROVISIONED', 'The batch is already provisioned: its devices exist.');
  }
  requireTransition(BATCH_TRANSITIONS, batch.status, 'PROVISIONING', 'provision');
}

/**
 * Only a batch without devices can be deleted: a device keeps a reference to its batch.
 * @throws DomainError 409 BATCH_NOT_DELETABLE
 */
export function requireDeletable(status: BatchStatus, deviceCount: number): void {
  if (status === 'DRAFT' || (status === 'CANCELLED' && deviceCount === 0)) return;
  throw conflict('BATCH_NOT_DELETABLE', 'Cannot delete the batch: it must be DRAFT, or CANCELLED without devices.');
}
