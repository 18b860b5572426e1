import { PreorderEventRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { csvColumnsOf, listOf } from '../lists/record-list.ts';

/** Deleted preorders are tombstones, which nobody sees. */
const source = {
  table: 'preorder p',
  alias: 'p',
  where: 'p.deleted_at is null',
  tallies: ['preorder', 'preorder_source', 'preorder_region'],
} as const;

/** Preorders, newest first. */
export const preorderList = listOf(PreorderRecord, {
  ...source,
  sums: { fullPrice: 'p.full_price * p.quantity', depositAmount: 'p.deposit_amount * p.quantity' },
});

/** The columns of the export, by their names in the file. */
export const preorderExport = {
  ...csvColumnsOf(PreorderRecord, source),
  assignedAdmin: '(select a.name from admin a where a.id = p.assigned_admin_id)',
};

/** The histories of preorders. */
export const preorderEventList = listOf(PreorderEventRecord, { table: 'preorder_event e', alias: 'e' });
