import { AdminOptionRecord, AdminRecord, AdminWithPasswordRecord } from '../../model/records/admin.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const AdminType = objectTypeOf(AdminRecord, { availableActions: ['id', 'status'] });
export const AdminWithPasswordType = objectTypeOf(AdminWithPasswordRecord);
export const AdminOptionType = objectTypeOf(AdminOptionRecord);

export const AdminConnection = connectionOf('Admin', () => AdminType);
