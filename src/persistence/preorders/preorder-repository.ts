import { type EntityManager, LockMode, type RequiredEntityData } from '@mikro-orm/postgresql';
import type { AdminRole, AdminStatus, PreorderStatus } from '../../model/enums.ts';
import type { StoredPreorderEvent } from '../../model/records/preorder.ts';
import { row } from '../sql/query.ts';
import { Preorder, type PreorderRow } from './preorder.entity.ts';
import { PreorderEvent } from './preorder-event.entity.ts';

/** Locks a preorder for update until the transaction ends; null for a deleted one. */
export async function lockPreorder(em: EntityManager, id: string): Promise<PreorderRow | null> {
  return em.findOne(Preorder, { id, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** The fields of a preorder that a retry with its key needs. */
export interface KeyedPreorder {
  readonly number: string;
  readonly status: PreorderStatus;
  readonly createdAt: Date;
  readonly fingerprint: Buffer;
  readonly deleted: boolean;
}

/** The preorder created with a key, even if deleted. */
export function findPreorderByKey(em: EntityManager, keyHash: Buffer): Promise<KeyedPreorder | undefined> {
  return row(
    em,
    `select number, status, created_at as "createdAt", fingerprint, deleted_at is not null as deleted
       from preorder where key_hash = $1`,
    [keyHash],
  );
}

/**
 * Stores a new preorder unless its number is in use.
 * @returns false if the number is in use
 */
export async function insertPreorder(em: EntityManager, preorder: RequiredEntityData<PreorderRow>): Promise<boolean> {
  const insert = em.createQueryBuilder(Preorder).insert(preorder).onConflict('number').ignore();
  const { affectedRows } = await insert.execute('run');
  return affectedRows > 0;
}

type Optional = 'correction' | 'note' | 'fromAdminId' | 'toAdminId';

/** A change of a preorder, for its history. */
export type NewPreorderEvent = Omit<StoredPreorderEvent, 'id' | Optional> &
  Partial<Pick<StoredPreorderEvent, Optional>>;

/** Adds an entry to a preorder's history; it is written with the next flush. */
export function addPreorderEvent(em: EntityManager, event: NewPreorderEvent): void {
  em.create(PreorderEvent, { correction: false, note: null, fromAdminId: null, toAdminId: null, ...event });
}

/** Erases the notes in a preorder's history, which may contain personal data. */
export async function eraseEventNotes(em: EntityManager, preorderId: string): Promise<void> {
  await em.nativeUpdate(PreorderEvent, { preorderId }, { note: null });
}

/**
 * Locks an assignee for share until the transaction ends: disabling the admin waits for this write, and a later write
 * finds the admin disabled.
 */
export function lockAssigneeForShare(
  em: EntityManager,
  adminId: string,
): Promise<{ role: AdminRole; status: AdminStatus } | undefined> {
  return row(em, 'select role, status from admin where id = $1 for share', [adminId]);
}
