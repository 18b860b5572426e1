import { AdminOptionRecord, AdminRecord } from '../../model/records/admin.ts';
import { adminList, adminOptionList } from '../../persistence/team/admin-list.ts';
import { reader } from '../reader.ts';
import { viewAdmin } from './admin-view.ts';

export const adminReader = reader(AdminRecord, adminList, viewAdmin);
/** Admins of any status, by name. */
export const adminOptionReader = reader(AdminOptionRecord, adminOptionList);
