import { AdminOptionRecord, AdminRecord } from '../../model/records/admin.ts';
import { listOf } from '../lists/record-list.ts';
import { Source } from '../sql/sql.ts';

const admin = new Source('admin', 'a');

/** The team, newest first. */
export const adminList = listOf(AdminRecord, { table: admin });

/** Admins by name, of any status. */
export const adminOptionList = listOf(AdminOptionRecord, { table: admin });
