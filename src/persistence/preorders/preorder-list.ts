import { PreorderRecord } from '../../model/records/preorder.ts';
import { csvColumnsOf, listOf } from '../record-list.ts';
import { sql } from '../sql.ts';

const source = { from: 'preorder p', alias: 'p' };

/** Preorders, newest first. Take them together with `notDeleted`. */
export const preorderList = listOf(PreorderRecord, source);

/** The columns of the export, by their names in the file. */
export const preorderExport = {
  ...csvColumnsOf(PreorderRecord, source),
  assignedAdmin: '(select a.name from admin a where a.id = p.assigned_admin_id)',
};

/** A tombstone is in no list. */
export const notDeleted = sql`p.deleted_at is null`;
