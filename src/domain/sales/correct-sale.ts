import { Type } from 'typebox';
import { SaleDetailRecord, SaleRecord } from '../../model/records/sale.ts';
import { currencyProblems, readCurrency } from '../formats/currency.ts';
import { enteredTime } from '../formats/entered-time.ts';
import { withKey } from '../idempotency/index.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { validationFailed } from '../kernel/errors.ts';
import { described, fields, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { readSale } from './sale-reads.ts';
import { lockSaleToChange } from './sale-to-change.ts';
import { soldAtInput, soldAtProblems } from './sold-at.ts';

export const correctSale = operation({
  name: 'correctSale',
  summary:
    'Corrects when a device was sold, or the currency, in any state of the sale; amounts stay as they are, and its refunds are in its new currency too.',
  beyond: {
    why: 'a wrong time or currency would keep a sale out of every report for ever, because no other operation changes them',
  },
  // Who answers for the books: whoever sells records what happened, and does not move it to another month.
  access: admins('SUPER_ADMIN', 'ADMIN'),
  limit: 20,
  effect: 'write',
  target: 'Sale',
  takes: { revision: true, idempotencyKey: true },
  answers: SaleDetailRecord,
  input: fields({
    reason: described(text(3), 'Why the sale is corrected.'),
    soldAt: Type.Optional(soldAtInput('')),
    currency: Type.Optional(schemaOf(SaleRecord.fields.currency)),
  }),
  async prepare({ now }, { soldAt, currency }) {
    const problems = [...soldAtProblems(soldAt, now), ...currencyProblems('currency', currency)];
    if (problems.length > 0) throw validationFailed(problems);
  },
  async handle(context, input) {
    const { em, now, principal, call, audit, unchanged } = context;
    const keyed = { scope: `correctSale:${principal.callerId}`, key: call.idempotencyKey, input };
    return withKey(context, keyed, async () => {
      const { id, reason, soldAt, currency } = input;
      const { sale, before } = await lockSaleToChange(context, id);
      const after = {
        ...before,
        soldAt: soldAt === undefined ? sale.soldAt : enteredTime(soldAt),
        currency: currency === undefined ? sale.currency : readCurrency('currency', currency),
      };
      const changes = changesBetween(before, after, ['soldAt', 'currency']);
      if (Object.keys(changes).length === 0) return unchanged(await readSale(em, id, now));
      Object.assign(sale, after, { updatedAt: now });
      await em.flush();
      audit({ changes, reason, detail: { number: sale.number } });
      return readSale(em, id, now);
    });
  },
});
