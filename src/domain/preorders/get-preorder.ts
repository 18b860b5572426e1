import { CustomerRecord } from '../../model/records/customer.ts';
import { PreorderDetailRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { customerNoteReader, getCustomer, SHOWN_NOTES } from '../customers/index.ts';
import { admins, mayCall } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { follow, readRecord } from '../reader.ts';
import { preorderEventReader, preorderReader } from './preorder-reads.ts';
import type { PreorderDetailView } from './preorder-view.ts';

/** History entries in the response. */
const SHOWN_EVENTS = 50;

export const getPreorder = operation({
  name: 'getPreorder',
  summary: 'Returns one preorder with its history and the notes about its customer.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Preorder',
  answers: PreorderDetailRecord,
  input: NoInput,
  async handle({ em, now, principal }, { id }): Promise<PreorderDetailView> {
    const preorder = await readRecord(preorderReader, em, id, now);
    const { customerId } = preorder;
    // Not every role that reads preorders may read customers.
    const readsNotes = customerId !== null && mayCall(principal, getCustomer);
    const [[history = []], notes] = await Promise.all([
      follow(PreorderRecord, 'history', preorderEventReader, em, [id], { first: SHOWN_EVENTS }, now),
      readsNotes
        ? follow(CustomerRecord, 'notes', customerNoteReader, em, [customerId], { first: SHOWN_NOTES }, now)
        : undefined,
    ]);
    return { ...preorder, history, customerNotes: notes?.[0] ?? null };
  },
});
