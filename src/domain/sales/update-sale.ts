import type { EntityManager } from '@mikro-orm/postgresql';
import { Type } from 'typebox';
import type { PaymentStatus } from '../../model/enums.ts';
import { SaleDetailRecord, SaleRecord } from '../../model/records/sale.ts';
import type { SaleWithDevice } from '../../persistence/sales/sale-repository.ts';
import { findOrCreateCustomerBy } from '../customers/index.ts';
import { applyBuyerChange, changeDevice } from '../devices/index.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { throwIf } from '../kernel/errors.ts';
import { described, fields, reference } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { clearableFields, givenFields } from '../kernel/record-input.ts';
import { readSale } from './sale-reads.ts';
import { applyPayment, applyPriceChange, buyerError, type SaleState } from './sale-rules.ts';
import { lockSaleToChange } from './sale-to-change.ts';

const customerId = Type.Optional(
  described(reference(Type.String()), 'The id of another buyer; only until the device is claimed.'),
);

const CHANGES = [
  'customerId',
  'paymentStatus',
  'status',
  'salesChannel',
  'unitPrice',
  'discount',
  'total',
  'notes',
] as const;

export const updateSale = operation({
  name: 'updateSale',
  summary: 'Updates a sale as far as its state allows; empty notes are removed.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'write',
  target: 'Sale',
  takes: { revision: true },
  errors: [
    'SALE_NOT_EDITABLE',
    'INVALID_TRANSITION',
    'CUSTOMER_NOT_FOUND',
    'CUSTOMER_ANONYMIZED',
    'DISCOUNT_EXCEEDS_PRICE',
  ],
  answers: SaleDetailRecord,
  input: fields({ customerId, ...givenFields(SaleRecord) }),
  // The contract's body has no null; typed clients may clear optional fields with it.
  typedInput: fields({ customerId, ...clearableFields(SaleRecord) }),
  async handle(context, { id, ...wanted }) {
    const { em, now, principal, audit, unchanged } = context;
    const locked = await lockSaleToChange(context, id);
    const { sale, before } = locked;
    const after = {
      ...before,
      ...moneyAfter(sale, wanted),
      customerId: await buyerOf(em, locked, wanted.customerId, now),
      salesChannel: wanted.salesChannel ?? sale.salesChannel,
      notes: wanted.notes === undefined ? (sale.notes ?? null) : wanted.notes || null,
    };
    const changes = changesBetween(before, after, CHANGES);
    if (Object.keys(changes).length === 0) return unchanged(await readSale(em, id, now));
    Object.assign(sale, after, { updatedAt: now });
    await em.flush();
    if (changes.customerId) {
      const history = { cause: 'updateSale', reason: null, actorId: principal.adminId, now };
      await changeDevice(em, locked.device, applyBuyerChange(locked.device, after.customerId), {}, history);
    }
    audit({ changes });
    return readSale(em, id, now);
  },
});

interface Money {
  readonly unitPrice?: number;
  readonly discount?: number;
  readonly paymentStatus?: PaymentStatus;
}

/** Applies the price first, then the payment. An unchanged value is a no-op. */
function moneyAfter(sale: SaleState, { unitPrice, discount, paymentStatus }: Money): Partial<SaleState> {
  const { unitPrice: oldPrice, discount: oldDiscount } = sale;
  const reprices = (unitPrice ?? oldPrice) !== oldPrice || (discount ?? oldDiscount) !== oldDiscount;
  const priced = reprices ? applyPriceChange(sale, { unitPrice, discount }) : sale;
  const pays = paymentStatus !== undefined && paymentStatus !== sale.paymentStatus;
  const paid = pays ? applyPayment(priced, paymentStatus) : priced;
  const { unitPrice: price, discount: off, total, status } = paid;
  return { unitPrice: price, discount: off, total, status, paymentStatus: paid.paymentStatus };
}

/** @throws DomainError 409 SALE_NOT_EDITABLE, CUSTOMER_ANONYMIZED, 404 CUSTOMER_NOT_FOUND */
async function buyerOf(
  em: EntityManager,
  { sale, device }: SaleWithDevice,
  wanted: string | undefined,
  now: Date,
): Promise<string> {
  const customerId = wanted?.toLowerCase();
  if (customerId === undefined || customerId === sale.customerId) return sale.customerId;
  const customer = await findOrCreateCustomerBy(em, { id: customerId }, now, 'sale');
  throwIf(buyerError(sale, device));
  return customer.id;
}
