import { ANONYMIZATION_REASONS } from '../../model/enums.ts';
import { CustomerRecord } from '../../model/records/customer.ts';
import { lockCustomer } from '../../persistence/customers/customer-repository.ts';
import { eraseCustomer, findOpenBusiness } from '../../persistence/customers/erased-customers.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { described, fields, oneOf } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { readRecord } from '../reader.ts';
import { customerReader } from './customer-reads.ts';
import { openBusinessError } from './customer-rules.ts';
import { viewCustomer } from './customer-view.ts';

/**
 * A retry changes nothing and gets the same answer, whatever revision it names, because a caller cannot know whether the first
 * request arrived.
 */
export const anonymizeCustomer = operation({
  name: 'anonymizeCustomer',
  summary:
    'Erases the person behind a customer for good, in every record and in the audit log; sales, refunds, devices and sums stay.',
  beyond: { why: 'a person may ask to be forgotten, and the specification has no way to do it' },
  access: admins('SUPER_ADMIN'),
  limit: 60,
  effect: 'write',
  target: 'Customer',
  takes: { revision: true },
  errors: ['CUSTOMER_IN_USE'],
  answers: CustomerRecord,
  input: fields({
    reason: described(
      oneOf('AnonymizationReason', ANONYMIZATION_REASONS),
      'Why, for the audit log: a choice, because a text could name the person again.',
    ),
  }),
  async handle({ em, now, call, audit, unchanged }, { id, reason }) {
    const customer = await lockCustomer(em, id);
    if (!customer) throw recordNotFound('Customer');
    if (customer.anonymizedAt) return unchanged(viewCustomer(customer));
    requireRevision(call, customer);
    throwIf(openBusinessError(await findOpenBusiness(em, id)));
    await eraseCustomer(em, { id, erasedAt: now }, now);
    audit({ reason });
    return readRecord(customerReader, em, id, now);
  },
});
