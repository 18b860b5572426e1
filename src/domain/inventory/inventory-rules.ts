import type { AdminRole, BatchStatus, DeviceStatus } from '../../model/enums.ts';
import { conflict } from '../kernel/errors.ts';
import { requireTransition, type Transition } from '../kernel/transitions.ts';

/** What moves a batch: an admin's update, provisioning, archiving. */
export type BatchTrigger = 'admin' | 'provision' | 'archive';

/** A legal move of a batch; `roles` where fewer may make it than may call the operation. */
export interface BatchTransition extends Transition<BatchStatus, BatchTrigger> {
  readonly roles?: readonly AdminRole[];
}

/** A batch is planned, provisioned once, and put away. PROVISIONING lasts as long as one transaction. */
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

/** Devices of a cancelled batch that nobody owns and that may be retired from here. */
export const RETIRED_WITH_BATCH: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'RETURNED', 'REPAIR', 'REVOKED'];

/** What may still be changed once a batch has left DRAFT. */
const ALWAYS_EDITABLE: readonly string[] = ['notes', 'status'];

/**
 * A plan that others work by is not changed under them.
 * @param changed names of the fields that would get another value
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

/** The move that an admin asks for. @throws DomainError 409 INVALID_TRANSITION */
export function requireAdminMove(from: BatchStatus, to: BatchStatus): BatchTransition {
  return requireTransition(BATCH_TRANSITIONS, from, to, 'admin');
}

/** Whether a role may make a move that is legal by the table. */
export function mayMove({ roles }: BatchTransition, role: AdminRole): boolean {
  return roles === undefined || roles.includes(role);
}

/**
 * Devices are made once; a batch that was left in PROVISIONING is continued.
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
 * Only a plan goes without a trace: what has devices is their origin.
 * @throws DomainError 409 BATCH_NOT_DELETABLE
 */
export function requireDeletable(status: BatchStatus, deviceCount: number): void {
  if (status === 'DRAFT' || (status === 'CANCELLED' && deviceCount === 0)) return;
  throw conflict('BATCH_NOT_DELETABLE', 'Cannot delete the batch: it must be DRAFT, or CANCELLED without devices.');
}
