import type { EntityManager } from '@mikro-orm/postgresql';
import { fieldsWith } from '../../model/record.ts';
import { CustomerRecord, type StoredCustomer } from '../../model/records/customer.ts';
import { normalForm } from '../../model/text-forms.ts';
import { findCustomerId, lockCustomer } from '../../persistence/customers/customer-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { throwIf } from '../kernel/errors.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { CustomerTypedUpdate, CustomerUpdate } from './customer-input.ts';
import { anonymizedError, type StoredCustomerChange, storedCustomer } from './customer-rules.ts';
import { viewCustomer } from './customer-view.ts';
import { requireUnique } from './require-unique.ts';

const EDITABLE = fieldsWith(CustomerRecord, 'input');

export const updateCustomer = operation({
  name: 'updateCustomer',
  summary: 'Updates a customer; fields that are not given stay as they are, and empty notes are removed.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'write',
  target: 'Customer',
  takes: { revision: true },
  errors: ['CUSTOMER_ANONYMIZED', 'DUPLICATE_EMAIL', 'DUPLICATE_PHONE'],
  answers: CustomerRecord,
  input: CustomerUpdate,
  typedInput: CustomerTypedUpdate,
  async handle({ em, now, call, audit, unchanged }, { id, ...wanted }) {
    const customer = await lockCustomer(em, id);
    if (!customer) throw recordNotFound('Customer');
    requireRevision(call, customer);
    throwIf(anonymizedError(customer));
    const before = viewCustomer(customer);
    const change = await changedFrom(em, customer, storedCustomer(wanted));
    const changes = changesBetween(before, { ...before, ...change }, EDITABLE);
    if (Object.keys(changes).length === 0) return unchanged(before);
    await requireUnique(em, change, id);
    Object.assign(customer, change, { updatedAt: now });
    await em.flush();
    audit({ changes });
    return viewCustomer(customer);
  },
});

/** A phone number that does not change is not taken from the older customer who has it. */
async function changedFrom(
  em: EntityManager,
  { phone: before, phoneCanonical }: Partial<Pick<StoredCustomer, 'phone' | 'phoneCanonical'>>,
  change: StoredCustomerChange,
): Promise<StoredCustomerChange> {
  const { phone, phoneCanonical: wanted, ...others } = change;
  const stays = before && phone === normalForm(before);
  if (!stays || phoneCanonical || !wanted) return change;
  return (await findCustomerId(em, 'phone', wanted)) ? others : change;
}
