import { AdminOptionRecord } from '../../model/records/admin.ts';
import { adminOptionList } from '../../persistence/team/admin-list.ts';
import { reader } from '../reader.ts';

/** Admins of any status, by name. */
export const adminOptionReader = reader(AdminOptionRecord, adminOptionList);
