import { viewOf } from '../../model/record.ts';
import { CustomerNoteRecord } from '../../model/records/customer.ts';
import { CustomerNote } from '../../persistence/customers/customer-note.entity.ts';
import { lockCustomer } from '../../persistence/customers/customer-repository.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { fields } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { anonymizedError } from './customer-rules.ts';
import type { CustomerNoteView } from './customer-view.ts';

export const addCustomerNote = operation({
  name: 'addCustomerNote',
  summary: 'Adds a note to a customer; notes are never changed or deleted.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT'),
  limit: 120,
  effect: 'write',
  target: 'Customer',
  takes: { revision: true },
  errors: ['CUSTOMER_ANONYMIZED'],
  answers: CustomerNoteRecord,
  input: fields({ content: schemaOf(CustomerNoteRecord.fields.content) }),
  async handle({ em, now, principal, call, audit }, { id, content }): Promise<CustomerNoteView> {
    const customer = await lockCustomer(em, id);
    if (!customer) throw recordNotFound('Customer');
    requireRevision(call, customer);
    throwIf(anonymizedError(customer));
    const written = em.create(CustomerNote, { customerId: id, content, authorId: principal.adminId, createdAt: now });
    await em.flush();
    audit({ detail: { noteId: written.id } });
    return viewOf(CustomerNoteRecord, written);
  },
});
