import { AdminOptionRecord } from '../../model/records/admin.ts';
import { pageOf } from '../../model/records/page.ts';
import { listAdminOptions as readAdminOptions } from '../../persistence/team/admin-repository.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

export const listAdminOptions = operation({
  name: 'listAdminOptions',
  summary: 'Lists the active admins with their roles, by name: those that records can be assigned to.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  answers: pageOf(AdminOptionRecord),
  input: NoInput,
  async handle({ em }) {
    const items = await readAdminOptions(em);
    return { items, total: items.length, skip: 0, take: items.length };
  },
});
