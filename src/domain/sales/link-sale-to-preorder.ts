import { Type } from 'typebox';
import { SaleDetailRecord } from '../../model/records/sale.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { clearable, described, fields, reference } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { lockOpenPreorder } from './preorder-link.ts';
import { readSale } from './sale-reads.ts';
import { linkError } from './sale-rules.ts';
import { lockSaleToChange } from './sale-to-change.ts';

export const linkSaleToPreorder = operation({
  name: 'linkSaleToPreorder',
  summary: 'Links a sale to the preorder that it came from, or unlinks it.',
  beyond: {
    why: 'the contract keeps preorders and sales apart, so nobody can say which orders became sales',
    graphqlOnly: true,
  },
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'write',
  target: 'Sale',
  takes: { revision: true },
  errors: [
    'SALE_NOT_EDITABLE',
    'PREORDER_NOT_FOUND',
    'PREORDER_NOT_LINKABLE',
    'PREORDER_OF_ANOTHER_CUSTOMER',
    'PREORDER_SOLD',
  ],
  answers: SaleDetailRecord,
  input: fields({
    preorderId: clearable(
      described(
        reference(Type.String()),
        'The id of the preorder. It must be of the same customer, not cancelled, and have fewer sales than its quantity. Null unlinks the sale.',
      ),
    ),
  }),
  async handle(context, { id, preorderId }) {
    const { em, now, audit, unchanged } = context;
    const { sale } = await lockSaleToChange(context, id);
    const from = sale.preorderId ?? null;
    if (preorderId === undefined || (preorderId?.toLowerCase() ?? null) === from) {
      return unchanged(await readSale(em, id, now));
    }
    if (preorderId !== null) throwIf(linkError(sale));
    const to = preorderId === null ? null : await lockOpenPreorder(em, preorderId, sale.customerId);
    Object.assign(sale, { preorderId: to, updatedAt: now });
    await em.flush();
    audit({ changes: { preorderId: { from, to } }, detail: { number: sale.number } });
    return readSale(em, id, now);
  },
});
