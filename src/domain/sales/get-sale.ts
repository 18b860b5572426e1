import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readSale } from './sale-reads.ts';

/** One sale with its refunds. */
export const getSale = operation({
  name: 'getSale',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Sale',
  input: NoInput,
  async handle({ em, now }, { id }) {
    return readSale(em, id, now);
  },
});
