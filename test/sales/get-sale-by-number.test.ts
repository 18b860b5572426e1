import { makeSale } from '../support/factories/sale.ts';
import { testsOfLookUp } from '../support/look-up-tests.ts';

describe('getSaleByNumber: the sale with an order number', () => {
  testsOfLookUp({
    field: 'saleByNumber',
    by: 'number',
    get: 'getSale',
    one: 'sale',
    notFound: 'SALE_NOT_FOUND',
    selection: 'number total refundable customer { fullName } device { serial } refunds { nodes { amount } }',
    longest: 64,
    make: async (app) => {
      const { id, number } = await makeSale(app, { number: 'KRV-2026-000001' });
      return { id, value: number };
    },
    variants: (number) => ({
      same: [` ${number} `, number.replaceAll('-', '\u2011'), number.replace('R', 'Ｒ')],
      others: [number.toLowerCase(), number.slice(0, -1), '%'],
    }),
  });
});
