import { CustomerRecord } from '../../model/records/customer.ts';
import { Customer } from '../../persistence/customers/customer.entity.ts';
import { admins } from '../kernel/access.ts';
import { operation } from '../kernel/operation.ts';
import { CustomerCreate } from './customer-input.ts';
import { storedCustomer } from './customer-rules.ts';
import { viewCustomer } from './customer-view.ts';
import { requireUnique } from './require-unique.ts';

export const createCustomer = operation({
  name: 'createCustomer',
  summary: 'Creates a customer; no two customers share an e-mail address or, however it is formatted, a phone number.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'write',
  errors: ['DUPLICATE_EMAIL', 'DUPLICATE_PHONE'],
  answers: CustomerRecord,
  input: CustomerCreate,
  async handle({ em, now, audit }, { fullName, ...details }) {
    const stored = storedCustomer(details);
    await requireUnique(em, stored);
    const customer = em.create(Customer, {
      fullName,
      ...stored,
      source: 'admin',
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    audit({ target: { kind: 'Customer', id: customer.id } });
    return viewCustomer(customer);
  },
});
