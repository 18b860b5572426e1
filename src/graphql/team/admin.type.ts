import { AdminOptionRecord, AdminRecord } from '../../model/records/admin.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const AdminType = objectTypeOf(AdminRecord, { availableActions: ['id', 'status'] });
export const AdminOptionType = objectTypeOf(AdminOptionRecord);

export const AdminConnection = connectionOf('Admin', () => AdminType);
