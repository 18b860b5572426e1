import { AdminRecord, type StoredAdmin } from '../../model/records/admin.ts';
import { readList } from '../../persistence/list-reader.ts';
import { adminList } from '../../persistence/team/admin-list.ts';
import { adminsOrSystem } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { type AdminView, viewAdmin } from './admin-view.ts';

/** The contract's team list has no paging: a team fits on one page. */
const WHOLE_TEAM = 1000;

export const listTeam = operation({
  name: 'listTeam',
  summary: 'Lists the admins.',
  access: adminsOrSystem('SUPER_ADMIN'),
  limit: 120,
  effect: 'read',
  input: NoInput,
  typedInput: typedList(NoInput, refinementFor(AdminRecord)),
  async handle({ em, now }, input) {
    const query = { ...refinementOf(input), take: WHOLE_TEAM };
    return readList<StoredAdmin, AdminView>(em, adminList, query, now, viewAdmin);
  },
});
