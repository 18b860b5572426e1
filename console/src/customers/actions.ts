import { CommentIcon, PencilIcon, PersonIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import type { Action } from '../actions/action.ts';
import { AddCustomerNoteDocument } from '../api/generated/customers-customers.ts';
import { problemOf } from '../api/problem.ts';

const EditCustomer = lazy(() => import('./edit-customer.tsx'));
const AnonymizeCustomer = lazy(() => import('./anonymize-customer.tsx'));

/** Its form does what there is to do. */
const inForm = { fields: [], run: () => Promise.resolve([]) } as const;

export const addNote: Action = {
  key: 'addNote',
  label: 'customer.addNote',
  icon: CommentIcon,
  operation: 'addCustomerNote',
  fields: [{ name: 'content', label: 'customer.note', description: 'customer.noteText', kind: 'reason' }],
  run: (client, records, { content = '' }) =>
    Promise.all(
      records.map(async ({ id }) => {
        const { error } = await client.mutation(AddCustomerNoteDocument, { id, input: { content } }).toPromise();
        return { id, problem: problemOf(error) };
      }),
    ),
};

/** Everything that can be done with a customer; the first is its button. */
export const customerActions: readonly Action[] = [
  {
    ...inForm,
    key: 'edit',
    label: 'customer.edit',
    icon: PencilIcon,
    operation: 'updateCustomer',
    form: EditCustomer,
  },
  addNote,
  {
    ...inForm,
    key: 'anonymize',
    label: 'customer.anonymize',
    icon: PersonIcon,
    operation: 'anonymizeCustomer',
    isDangerous: true,
    form: AnonymizeCustomer,
  },
];
