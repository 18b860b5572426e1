import { codeSpellings } from '../../model/text-forms.ts';
import { described, fields, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readRecordBy } from '../reader.ts';
import { getSale } from './get-sale.ts';
import { saleReader } from './sale-reads.ts';

export const getSaleByNumber = operation({
  name: 'getSaleByNumber',
  summary: 'Returns the sale with an order number.',
  beyond: { why: 'receipts and messages name a sale by its number, not its id', graphqlOnly: true },
  access: getSale.access,
  limit: getSale.limit,
  effect: 'read',
  errors: ['SALE_NOT_FOUND'],
  input: fields({ number: described(text(1, 64), 'The order number, case-sensitive.') }),
  async handle({ em, now }, { number }) {
    return readRecordBy(saleReader, em, 'number', codeSpellings(number), now);
  },
});
