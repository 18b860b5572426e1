import { type EntityManager, LockMode, type RequiredEntityData } from '@mikro-orm/postgresql';
import type { AdminRole, AdminStatus, PreorderStatus } from '../../model/enums.ts';
import { PreorderEventRecord, type StoredPreorderEvent } from '../../model/records/preorder.ts';
import { row, rows } from '../query.ts';
import { selectList } from '../record-list.ts';
import { Preorder, type PreorderRow } from './preorder.entity.ts';
import { PreorderEvent } from './preorder-event.entity.ts';

/** A preorder for a change, locked until the transaction ends; a deleted one is none. */
export async function lockPreorder(em: EntityManager, id: string): Promise<PreorderRow | null> {
  return em.findOne(Preorder, { id, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** What a retry is told of the preorder that was made with its key. */
export interface KeyedPreorder {
  readonly number: string;
  readonly status: PreorderStatus;
  readonly createdAt: Date;
  readonly fingerprint: Buffer;
  readonly deleted: boolean;
}

/** The preorder that was made with a key, a deleted one too. */
export function findPreorderByKey(em: EntityManager, keyHash: Buffer): Promise<KeyedPreorder | undefined> {
  return row(
    em,
    `select number, status, created_at as "createdAt", fingerprint, deleted_at is not null as deleted
       from preorder where key_hash = $1`,
    [keyHash],
  );
}

/**
 * Stores a new preorder, unless another one has its number already.
 * @returns false when the number is taken
 */
export async function insertPreorder(em: EntityManager, preorder: RequiredEntityData<PreorderRow>): Promise<boolean> {
  const insert = em.createQueryBuilder(Preorder).insert(preorder).onConflict('number').ignore();
  const { affectedRows } = await insert.execute('run');
  return affectedRows > 0;
}

type Unsaid = 'correction' | 'note' | 'fromAdminId' | 'toAdminId';

/** A change of a preorder, for its history. */
export type NewPreorderEvent = Omit<StoredPreorderEvent, 'id' | Unsaid> & Partial<Pick<StoredPreorderEvent, Unsaid>>;

/** Adds an entry to a preorder's history; it is written with the next flush. */
export function addPreorderEvent(em: EntityManager, event: NewPreorderEvent): void {
  em.create(PreorderEvent, { correction: false, note: null, fromAdminId: null, toAdminId: null, ...event });
}

/** Takes what was written about a person out of a preorder's history. */
export async function eraseEventNotes(em: EntityManager, preorderId: string): Promise<void> {
  await em.nativeUpdate(PreorderEvent, { preorderId }, { note: null });
}

/** The latest entries of many preorders' histories, newest first within each. */
export function listEventsOfPreorders(
  em: EntityManager,
  preorderIds: readonly string[],
  limit: number,
): Promise<StoredPreorderEvent[]> {
  return rows(
    em,
    `select e.preorder_id as "preorderId", ${eventColumns}
       from unnest($1::uuid[]) as p(id)
      cross join lateral (select * from preorder_event where preorder_id = p.id order by at desc, id desc limit $2) e
      order by p.id, e.at desc, e.id desc`,
    [preorderIds, limit],
  );
}

const eventColumns = selectList(PreorderEventRecord, { alias: 'e' });

/**
 * Whom a preorder is to be given to, held until the transaction ends: whoever disables them waits for this write, and a
 * write that comes after it sees them disabled.
 */
export function holdAssignee(
  em: EntityManager,
  adminId: string,
): Promise<{ role: AdminRole; status: AdminStatus } | undefined> {
  return row(em, 'select role, status from admin where id = $1 for share', [adminId]);
}
