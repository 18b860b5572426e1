import type { EntityManager } from '@mikro-orm/postgresql';
import type { BatchStatus } from '../../model/enums.ts';
import { defineList } from '../list-query.ts';
import { rows } from '../query.ts';
import { type SqlFragment, sql } from '../sql.ts';

export interface BatchListRow {
  readonly id: string;
  readonly code: string;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly quantity: number;
  readonly notes: string | null;
  readonly source: string | null;
  readonly status: BatchStatus;
  readonly deviceCount: number;
  readonly provisionedAt: Date | null;
  readonly archivedAt: Date | null;
  readonly createdBy: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = {
  id: 'b.id',
  code: 'b.code',
  model: 'b.model',
  hardwareRevision: 'b.hardware_revision',
  quantity: 'b.quantity',
  notes: 'b.notes',
  source: 'b.source',
  status: 'b.status',
  deviceCount: '(select count(*)::int from device d where d.batch_id = b.id)',
  provisionedAt: 'b.provisioned_at',
  archivedAt: 'b.archived_at',
  createdBy: 'b.created_by',
  revision: 'b.revision',
  createdAt: 'b.created_at',
  updatedAt: 'b.updated_at',
} as const satisfies Record<keyof BatchListRow, string>;

/** Batches, newest first. */
export const batchList = defineList({
  from: 'inventory_batch b',
  columns,
  search: ['b.code', 'b.model', 'b.hardware_revision', 'b.source', 'b.notes'],
  fields: {
    code: { column: 'b.code', type: 'text', notNull: true },
    model: { column: 'b.model', type: 'text', notNull: true },
    hardwareRevision: { column: 'b.hardware_revision', type: 'text', notNull: true },
    source: { column: 'b.source', type: 'text' },
    status: { column: 'b.status', type: 'enum', notNull: true },
    quantity: { column: 'b.quantity', type: 'integer', notNull: true },
    createdBy: { column: 'b.created_by', type: 'id' },
    provisionedAt: { column: 'b.provisioned_at', type: 'time' },
    createdAt: { column: 'b.created_at', type: 'time', notNull: true },
    updatedAt: { column: 'b.updated_at', type: 'time', notNull: true },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: 'b.id',
});

/**
 * Which batches a list shows: those of the status, else all but the archived ones.
 * @param filtered the caller gave a filter, which then decides alone
 */
export function shownBatches(status: BatchStatus | undefined, filtered: boolean): SqlFragment[] {
  if (status) return [sql`b.status = ${status}`];
  return filtered ? [] : [sql`b.status <> 'ARCHIVED'`];
}

/** Batches as the list shows them, in any order; unknown ids give nothing. */
export function findBatches(em: EntityManager, ids: readonly string[]): Promise<BatchListRow[]> {
  return rows(em, `${selectBatches} where b.id = any($1::uuid[])`, [ids]);
}

const selectBatches = `select ${Object.entries(columns)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ')} from inventory_batch b`;
