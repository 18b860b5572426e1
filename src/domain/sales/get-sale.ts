import { SaleDetailRecord } from '../../model/records/sale.ts';
import { admins } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readSale } from './sale-reads.ts';

export const getSale = operation({
  name: 'getSale',
  summary: 'Returns one sale with its refunds.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  target: 'Sale',
  answers: SaleDetailRecord,
  input: NoInput,
  async handle({ em, now }, { id }) {
    return readSale(em, id, now);
  },
});
