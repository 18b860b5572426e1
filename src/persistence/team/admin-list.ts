import { AdminOptionRecord, AdminRecord } from '../../model/records/admin.ts';
import { listOf } from '../lists/record-list.ts';

/** The team, newest first. */
export const adminList = listOf(AdminRecord, { table: 'admin a', alias: 'a' });

/** Admins by name, of any status. */
export const adminOptionList = listOf(AdminOptionRecord, { table: 'admin a', alias: 'a' });
