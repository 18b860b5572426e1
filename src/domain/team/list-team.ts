import { AdminRecord } from '../../model/records/admin.ts';
import { pageOf } from '../../model/records/page.ts';
import { adminList } from '../../persistence/team/admin-list.ts';
import { adminsOrSystem } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { viewAdmin } from './admin-view.ts';

export const listTeam = listOperation({
  name: 'listTeam',
  summary: 'Lists the admins.',
  access: adminsOrSystem('SUPER_ADMIN'),
  limit: 120,
  answers: pageOf(AdminRecord),
  input: NoInput,
  record: AdminRecord,
  page: { default: 100, maximum: 1_000 },
  rows: () => ({ list: adminList, view: viewAdmin }),
});
