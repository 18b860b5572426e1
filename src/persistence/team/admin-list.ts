import { AdminRecord } from '../../model/records/admin.ts';
import { listOf } from '../record-list.ts';

/** The team, newest first. */
export const adminList = listOf(AdminRecord, { from: 'admin a', alias: 'a' });
