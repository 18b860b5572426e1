import type { AdminRole, BatchStatus, DeviceStatus } from '../../model/enums.ts';
import { type Rights, roleOutside } from '../kernel/access.ts';
import { conflict, type DomainError } from '../kernel/errors.ts';
import { requireTransition, type Transition, transitionError } from '../kernel/transitions.ts';

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
 * @returns 409 BATCH_NOT_EDITABLE naming them
 */
export function editError(status: BatchStatus, changed: readonly string[]): DomainError | undefined {
  if (status === 'DRAFT') return undefined;
  const locked = changed.filter((field) => !ALWAYS_EDITABLE.includes(field));
  if (locked.length === 0) return undefined;
  return conflict(
    'BATCH_NOT_EDITABLE',
    `Cannot change ${locked.join(', ')}: the batch is ${status} (only DRAFT batches can be edited).`,
  );
}

/** The error of a move by an admin, whatever the role: 409 INVALID_TRANSITION. */
export function moveError(from: BatchStatus, to: BatchStatus): DomainError | undefined {
  return transitionError(BATCH_TRANSITIONS, from, to, 'admin');
}

/** The roles that may make a move by an admin; undefined = all that may call the operation. */
export function rolesOfMove(from: BatchStatus, to: BatchStatus): readonly AdminRole[] | undefined {
  return BATCH_TRANSITIONS.find((move) => move.from === from && move.to === to && move.by === 'admin')?.roles;
}

/** The error of archiving: 409 INVALID_TRANSITION. */
export function archiveError(status: BatchStatus): DomainError | undefined {
  return transitionError(BATCH_TRANSITIONS, status, 'ARCHIVED', 'archive');
}

/** Finds the transition that an admin requests. @throws DomainError 409 INVALID_TRANSITION */
export function requireAdminMove(from: BatchStatus, to: BatchStatus): BatchTransition {
  return requireTransition(BATCH_TRANSITIONS, from, to, 'admin');
}

/** The role of a caller that may not make the transition; undefined if all may. */
export function roleRefused({ roles }: BatchTransition, rights: Rights): AdminRole | undefined {
  return roles && roleOutside(rights, roles);
}

/**
 * A batch is provisioned once. A batch left in PROVISIONING can be continued.
 * @returns 409 BATCH_ALREADY_PROVISIONED, INVALID_TRANSITION
 */
export function provisionError(batch: {
  readonly status: BatchStatus;
  readonly provisionedAt: Date | null;
}): DomainError | undefined {
  if (batch.status === 'COMPLETED' || batch.provisionedAt) {
    return conflict('BATCH_ALREADY_PROVISIONED', 'The batch is already provisioned: its devices exist.');
  }
  return transitionError(BATCH_TRANSITIONS, batch.status, 'PROVISIONING', 'provision');
}

/**
 * Only a batch without devices can be deleted: a device keeps a reference to its batch.
 * @returns 409 BATCH_NOT_DELETABLE
 */
export function deletionError({
  status,
  deviceCount,
}: {
  readonly status: BatchStatus;
  readonly deviceCount: number;
}): DomainError | undefined {
  if (status === 'DRAFT' || (status === 'CANCELLED' && deviceCount === 0)) return undefined;
  return conflict('BATCH_NOT_DELETABLE', 'Cannot delete the batch: it must be DRAFT, or CANCELLED without devices.');
}
