import type { AdminRole, BatchStatus, DeviceStatus } from '../../model/enums.ts';
import { type Rights, roleOutside } from '../kernel/access.ts';
import { conflict, type DomainError, throwIf } from '../kernel/errors.ts';
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
 * @returns 409 BATCH_NOT_EDITABLE naming them
 */
export function editError(status: BatchStatus, changed: readonly string[]): DomainError | undefined {
  if (status === 'DRAFT') return undefined;
  const locked = changed.filter((field) => !ALWAYS_EDITABLE.includes(field));
  if (locked.length === 0) return undefined;
  const next = status === 'READY' ? { first: 'DRAFT' } : { instead: 'createBatch' };
  return conflict('BATCH_NOT_EDITABLE', { fields: locked, status, ...next });
}

/** The error of a move by an admin, whatever the role: 409 INVALID_TRANSITION. */
export function moveError(from: BatchStatus, to: BatchStatus): DomainError | undefined {
  return adminMove(from, to) ? undefined : conflict('INVALID_TRANSITION', causeOf(from, to), { from, to });
}

function adminMove(from: BatchStatus, to: BatchStatus): BatchTransition | undefined {
  return BATCH_TRANSITIONS.find((move) => move.from === from && move.to === to && move.by === 'admin');
}

/** Why an admin cannot make a move, and what to do instead. */
function causeOf(from: BatchStatus, to: BatchStatus) {
  if (to === 'PROVISIONING' || to === 'COMPLETED') return 'BATCH_TO_PROVISION';
  if (to === 'ARCHIVED') return 'BATCH_TO_ARCHIVE';
  if (from === 'PROVISIONING') return 'BATCH_PROVISIONING';
  if (from === 'COMPLETED') return to === 'CANCELLED' ? 'BATCH_WITH_DEVICES' : 'BATCH_FIXED';
  return from === 'CANCELLED' && to !== 'CANCELLED' ? 'BATCH_ABANDONED' : 'BATCH_FINAL';
}

/** The roles that may make a move by an admin; undefined = all that may call the operation. */
export function rolesOfMove(from: BatchStatus, to: BatchStatus): readonly AdminRole[] | undefined {
  return adminMove(from, to)?.roles;
}

/** The error of archiving: 409 INVALID_TRANSITION. */
export function archiveError(status: BatchStatus): DomainError | undefined {
  if (BATCH_TRANSITIONS.some(({ from, by }) => from === status && by === 'archive')) return undefined;
  const cause = status === 'ARCHIVED' ? 'BATCH_ARCHIVED' : 'BATCH_NOT_PROVISIONED';
  return conflict('INVALID_TRANSITION', cause, { from: status, to: 'ARCHIVED' });
}

/** Finds the transition that an admin requests. @throws DomainError 409 INVALID_TRANSITION */
export function requireAdminMove(from: BatchStatus, to: BatchStatus): BatchTransition {
  throwIf(moveError(from, to));
  return requireTransition(BATCH_TRANSITIONS, from, to, 'admin');
}

/** The role of a caller that may not make the transition; undefined if all may. */
export function roleNotAllowed({ roles }: BatchTransition, rights: Rights): AdminRole | undefined {
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
  if (batch.status === 'COMPLETED' || batch.provisionedAt) return conflict('BATCH_ALREADY_PROVISIONED');
  if (BATCH_TRANSITIONS.some(({ from, by }) => from === batch.status && by === 'provision')) return undefined;
  return conflict('INVALID_TRANSITION', 'BATCH_NEVER_PROVISIONED', { from: batch.status, to: 'PROVISIONING' });
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
  const facts = { status, deviceCount: deviceCount || undefined };
  if (status === 'ARCHIVED') return conflict('BATCH_NOT_DELETABLE', 'ARCHIVED', facts);
  if (deviceCount > 0 || status === 'COMPLETED') return conflict('BATCH_NOT_DELETABLE', 'WITH_DEVICES', facts);
  const allowed = status === 'READY' ? ['DRAFT', 'CANCELLED'] : ['CANCELLED'];
  return conflict('BATCH_NOT_DELETABLE', 'WRONG_STATUS', { ...facts, allowed });
}
