import type { AdminRole } from '../../model/enums.ts';
import { getCustomer, readCustomerNotes } from '../customers/index.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readPreorder, readPreorderEvents } from './preorder-reads.ts';
import type { PreorderDetailView } from './preorder-view.ts';

export const getPreorder = operation({
  name: 'getPreorder',
  summary: 'Returns one preorder with its history and the notes about its customer.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Preorder',
  input: NoInput,
  async handle({ em, now, principal }, { id }): Promise<PreorderDetailView> {
    const preorder = await readPreorder(em, id, now);
    const { customerId } = preorder;
    const readsNotes = customerId !== null && mayReadCustomers(principal.role);
    const [[history = []], notes] = await Promise.all([
      readPreorderEvents(em, [id]),
      readsNotes ? readCustomerNotes(em, [customerId]) : undefined,
    ]);
    return { ...preorder, history, customerNotes: notes?.[0] ?? null };
  },
});

/** Not every role that reads preorders may read customers. */
function mayReadCustomers(role: AdminRole): boolean {
  return getCustomer.access.kind === 'admin' && getCustomer.access.roles.includes(role);
}
