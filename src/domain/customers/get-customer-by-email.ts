import { CustomerRecord } from '../../model/records/customer.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { readRecordBy } from '../reader.ts';
import { customerReader } from './customer-reads.ts';
import { getCustomer } from './get-customer.ts';

export const getCustomerByEmail = operation({
  name: 'getCustomerByEmail',
  summary: 'Returns the customer with an e-mail address.',
  beyond: { why: 'a message names a customer by the address that it came from, not by an id', graphqlOnly: true },
  access: getCustomer.access,
  limit: getCustomer.limit,
  effect: 'read',
  errors: ['CUSTOMER_NOT_FOUND'],
  input: fields({
    email: schemaOf(CustomerRecord.fields.email, {
      description: 'The e-mail address, case-insensitive.',
    }),
  }),
  async handle({ em, now }, { email }) {
    return readRecordBy(customerReader, em, 'email', email, now);
  },
});
