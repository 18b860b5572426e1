import { AdminRecord } from '../../model/records/admin.ts';
import { pageOf } from '../../model/records/page.ts';
import { adminList } from '../../persistence/team/admin-list.ts';
import { adminsOrSystem } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { viewAdmin } from './admin-view.ts';

/** The contract's team list has no paging: a team fits on one page. */
const WHOLE_TEAM = 1000;

export const listTeam = listOperation({
  name: 'listTeam',
  summary: 'Lists the admins.',
  access: adminsOrSystem('SUPER_ADMIN'),
  limit: 120,
  answers: pageOf(AdminRecord),
  input: NoInput,
  typedInput: typedList(NoInput, refinementFor(AdminRecord)),
  rows(_context, input) {
    const query = { ...refinementOf(input), take: WHOLE_TEAM };
    return { list: adminList, query, view: viewAdmin };
  },
});
