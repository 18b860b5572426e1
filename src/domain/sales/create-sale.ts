import type { EntityManager } from '@mikro-orm/postgresql';
import { type Static, Type } from 'typebox';
import { CustomerRecord } from '../../model/records/customer.ts';
import { SaleDetailRecord, SaleRecord } from '../../model/records/sale.ts';
import { findLiveSale } from '../../persistence/sales/live-sales.ts';
import { addSale, nextOrderNumber } from '../../persistence/sales/sale-repository.ts';
import { type CustomerReference, findOrCreateCustomerBy } from '../customers/index.ts';
import { applySale, changeDevice } from '../devices/index.ts';
import { lockDevice } from '../devices/store.ts';
import { dateIn } from '../formats/business-time.ts';
import { currencyProblems, readCurrency } from '../formats/currency.ts';
import { enteredTime } from '../formats/entered-time.ts';
import { withKey } from '../idempotency/index.ts';
import { admins } from '../kernel/access.ts';
import { conflict, type FieldProblem, fieldProblem, validationFailed } from '../kernel/errors.ts';
import { described, fields, reference, UUID, without } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';
import { givenFields, schemaOf } from '../kernel/record-input.ts';
import { findBusinessSettings } from '../settings/store.ts';
import { lockOpenPreorder } from './preorder-link.ts';
import { readSale } from './sale-reads.ts';
import { newSale, totalOf } from './sale-rules.ts';
import { soldAtInput, soldAtProblems } from './sold-at.ts';

/** The contract's, whatever the default currency of the business settings is. */
const DEFAULT_CURRENCY = 'UZS';
const NUMBER_DIGITS = 6;

/** `{ id }` of a customer, or the fields of Customer create. `createSale` rejects both together. */
const SaleCustomer = fields(
  {
    ...givenFields(CustomerRecord),
    id: Type.Optional(described(reference(Type.String()), 'The id of an existing customer.')),
  },
  { title: 'SaleCustomerInput', about: 'A customer by `id`, or the fields of one who is found or created; not both.' },
);

const SaleCreate = fields({
  customer: described(SaleCustomer, 'The buyer, by `id` or by the fields of a customer.'),
  deviceId: described(reference(Type.String()), 'The id of the device; it must be READY.'),
  unitPrice: schemaOf(SaleRecord.fields.unitPrice),
  discount: Type.Optional(schemaOf(SaleRecord.fields.discount, { default: 0 })),
  currency: Type.Optional(schemaOf(SaleRecord.fields.currency, { default: DEFAULT_CURRENCY })),
  paymentStatus: schemaOf(SaleRecord.fields.paymentStatus),
  salesChannel: schemaOf(SaleRecord.fields.salesChannel),
  soldAt: Type.Optional(soldAtInput('; default now')),
  notes: Type.Optional(schemaOf(SaleRecord.fields.notes)),
  preorderId: Type.Optional(
    described(
      reference(Type.String()),
      'The id of the preorder that the sale comes from. It must be of the same customer, not cancelled, and have fewer sales than its quantity.',
    ),
  ),
});

export const createSale = operation({
  name: 'createSale',
  summary: 'Sells a READY device; the customer is found by id, e-mail address or phone number, or created.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES'),
  limit: 120,
  effect: 'write',
  takes: { idempotencyKey: true },
  errors: [
    'DEVICE_NOT_FOUND',
    'CUSTOMER_NOT_FOUND',
    'CUSTOMER_ANONYMIZED',
    'DEVICE_NOT_SELLABLE',
    'DEVICE_ALREADY_SOLD',
    'DISCOUNT_EXCEEDS_PRICE',
    'PREORDER_NOT_FOUND',
    'PREORDER_NOT_LINKABLE',
    'PREORDER_OF_ANOTHER_CUSTOMER',
    'PREORDER_SOLD',
  ],
  answers: SaleDetailRecord,
  input: without(SaleCreate, 'preorderId'),
  typedInput: SaleCreate,
  async prepare({ now }, input) {
    const problems = [...customerProblems(input), ...saleProblems(input, now)];
    if (problems.length > 0) throw validationFailed(problems);
    totalOf({ unitPrice: input.unitPrice, discount: input.discount ?? 0 });
    return referenceOf(input.customer);
  },
  async handle(context, input, buyer) {
    const { em, now, principal, call, settings, audit } = context;
    const keyed = { scope: `createSale:${principal.callerId}`, key: call.idempotencyKey, input };
    return withKey(context, keyed, async () => {
      const { deviceId, discount = 0 } = input;
      const currency = readCurrency('currency', input.currency ?? DEFAULT_CURRENCY);
      const device = UUID.test(deviceId) ? await lockDevice(em, deviceId) : null;
      if (!device) throw recordNotFound('Device');
      const customer = await findOrCreateCustomerBy(em, buyer, now, 'sale');
      const live = await findLiveSale(em, device.id);
      if (live) throw conflict('DEVICE_ALREADY_SOLD', { number: live.number });
      const history = { cause: 'createSale', reason: null, actorId: principal.adminId, now };
      await changeDevice(em, device, applySale(device, customer.id), {}, history);
      const { preorderId: wanted } = input;
      const preorderId = wanted === undefined ? null : await lockOpenPreorder(em, wanted, customer.id);
      const sale = addSale(em, {
        ...newSale({ ...input, discount }),
        number: await drawNumber(em, now, settings.businessTimeZone),
        customerId: customer.id,
        deviceId: device.id,
        preorderId,
        currency,
        salesChannel: input.salesChannel,
        soldAt: input.soldAt === undefined ? now : enteredTime(input.soldAt),
        notes: input.notes || null,
        cancelReason: null,
        createdBy: principal.adminId,
        createdAt: now,
        updatedAt: now,
      });
      await em.flush();
      audit({
        target: { kind: 'Sale', id: sale.id },
        detail: {
          number: sale.number,
          customerId: customer.id,
          customerCreated: customer.created,
          deviceId: device.id,
          total: sale.total,
          currency,
          paymentStatus: sale.paymentStatus,
          ...(preorderId ? { preorderId } : {}),
        },
      });
      return readSale(em, sale.id, now);
    });
  },
});

/** `KRV-2026-000001`: the prefix from the settings, the year in the business time zone, and a counter. */
async function drawNumber(em: EntityManager, now: Date, timeZone: string): Promise<string> {
  const { orderNumberPrefix: prefix } = await findBusinessSettings(em);
  const year = dateIn(now, timeZone).slice(0, 4);
  const count = await nextOrderNumber(em, prefix, Number(year));
  return `${prefix}-${year}-${String(count).padStart(NUMBER_DIGITS, '0')}`;
}

type Input = Static<typeof SaleCreate>;

function customerProblems({ customer: { id, ...others } }: Input): FieldProblem[] {
  if (id === undefined) {
    return others.fullName === undefined
      ? [fieldProblem('customer.fullName', 'REQUIRED', { without: 'customer.id' })]
      : [];
  }
  return Object.keys(others).map((name) => fieldProblem(`customer.${name}`, 'MUST_BE_ABSENT', { with: 'customer.id' }));
}

function referenceOf({ id, fullName = '', ...others }: Input['customer']): CustomerReference {
  return id === undefined ? { ...others, fullName } : { id };
}

function saleProblems(input: Input, now: Date): FieldProblem[] {
  return [
    ...(input.paymentStatus === 'REFUNDED'
      ? [fieldProblem('paymentStatus', 'REFUND_INSTEAD', { value: input.paymentStatus })]
      : []),
    ...soldAtProblems(input.soldAt, now),
    ...currencyProblems('currency', input.currency),
  ];
}
