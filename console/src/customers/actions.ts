import { CommentIcon, PencilIcon, PersonIcon, TagIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, byForm } from '../actions/action.ts';
import { callEach } from '../actions/calls.ts';
import { AddCustomerNoteDocument } from '../api/generated/customers-customers.ts';
import '../text/customers.ts';

const EditCustomer = lazy(() => import('./edit-customer.tsx'));
const AnonymizeCustomer = lazy(() => import('./anonymize-customer.tsx'));

export const addNote: Action = {
  key: 'addNote',
  label: 'customer.addNote',
  done: 'customer.did.note',
  icon: CommentIcon,
  operation: 'addCustomerNote',
  fields: [
    {
      name: 'content',
      label: 'customer.note',
      description: 'customer.noteText',
      kind: 'reason',
      least: 2,
      most: 2_000,
    },
  ],
  run: (client, records, { content = '' }) =>
    callEach(records, ({ id }) => client.mutation(AddCustomerNoteDocument, { id, input: { content } }).toPromise()),
};

/** Everything that can be done with a customer; the first is its button. */
export const customerActions: readonly Action[] = [
  {
    ...byForm,
    key: 'edit',
    label: 'customer.edit',
    icon: PencilIcon,
    operation: 'updateCustomer',
    form: EditCustomer,
  },
  {
    ...byForm,
    key: 'sell',
    label: 'customer.sell',
    icon: TagIcon,
    operation: 'createSale',
    isUrgent: true,
    leadsTo: ({ id }) => ({ to: '/sales/new', search: { customer: id } }),
  },
  addNote,
  {
    ...byForm,
    key: 'anonymize',
    label: 'customer.anonymize',
    icon: PersonIcon,
    operation: 'anonymizeCustomer',
    isDangerous: true,
    form: AnonymizeCustomer,
  },
];
