import { makeCustomerRow } from '../support/factories/device.ts';
import { testsOfLookUp } from '../support/look-up-tests.ts';

describe('getCustomerByEmail: the customer with an e-mail address', () => {
  testsOfLookUp({
    field: 'customerByEmail',
    by: 'email',
    get: 'getCustomer',
    one: 'customer',
    notFound: 'CUSTOMER_NOT_FOUND',
    selection: 'fullName email phone notes { nodes { content } } sales { nodes { number } }',
    longest: 320,
    make: async (app) => {
      const { id } = await makeCustomerRow(app, { email: 'aziza.k@example.com' });
      return { id, value: 'aziza.k@example.com' };
    },
    variants: (email) => ({
      same: [email.toUpperCase(), ` ${email} `],
      others: [email.slice(1), email.replace('.', '_')],
    }),
  });
});
