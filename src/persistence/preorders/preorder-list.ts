import { PreorderEventRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { csvColumnsOf, listOf } from '../lists/record-list.ts';
import { Source, sql } from '../sql/sql.ts';

const preorder = new Source('preorder', 'p');

/** Deleted preorders are tombstones, which nobody sees. */
const source = {
  table: preorder,
  where: sql`${preorder}.deleted_at is null`,
  tally: 'preorder',
} as const;

/** Preorders, newest first. */
export const preorderList = listOf(PreorderRecord, {
  ...source,
  sums: {
    fullPrice: sql`${preorder}.full_price * ${preorder}.quantity`,
    depositAmount: sql`${preorder}.deposit_amount * ${preorder}.quantity`,
  },
});

/** The columns of the export, by their names in the file. */
export const preorderExport = {
  ...csvColumnsOf(PreorderRecord, source),
  assignedAdmin: sql`(select a.name from admin a where a.id = ${preorder}.assigned_admin_id)`,
};

/** The histories of preorders. */
export const preorderEventList = listOf(PreorderEventRecord, { table: new Source('preorder_event', 'e') });
