import type { EntityManager } from '@mikro-orm/postgresql';
import { type Static, Type } from 'typebox';
import { PreorderReceiptRecord, PreorderRecord } from '../../model/records/preorder.ts';
import { newId } from '../../persistence/columns.ts';
import {
  addPreorderEvent,
  findPreorderByKey,
  insertPreorder,
  type KeyedPreorder,
} from '../../persistence/preorders/preorder-repository.ts';
import { addReserved, lockPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { findOrCreateCustomerBy } from '../customers/index.ts';
import { requireSameInput, waitForKey } from '../idempotency/index.ts';
import { everyone } from '../kernel/access.ts';
import { conflict } from '../kernel/errors.ts';
import { type Fingerprints, fingerprintsOf, keyHash, requireKey } from '../kernel/idempotency.ts';
import { described, fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { givenFields, schemaOf } from '../kernel/record-input.ts';
import { campaignFields, campaignOf } from './preorder-input.ts';
import { newPreorderNumber } from './preorder-number.ts';
import { requireWithinTerms } from './preorder-rules.ts';
import { type PreorderReceipt, receiptOf } from './preorder-view.ts';

const MAX_NUMBER_TRIES = 10;

const Order = fields({
  ...givenFields(PreorderRecord),
  fullName: schemaOf(PreorderRecord.fields.fullName),
  phone: schemaOf(PreorderRecord.fields.phone),
  region: schemaOf(PreorderRecord.fields.region),
  telegramUsername: Type.Optional(
    described(
      Type.String({ pattern: '^@?[A-Za-z0-9_]{5,32}$', transform: 'line' }),
      'The Telegram user name, with or without its `@`.',
    ),
  ),
  quantity: Type.Optional(schemaOf(PreorderRecord.fields.quantity, { default: 1 })),
  locale: schemaOf(PreorderRecord.fields.locale),
  // A honeypot: the site hides this field from people, so only bots fill it in.
  website: Type.Optional(
    described(
      Type.String({ maxLength: 0 }),
      'Always empty: the site hides the field from people, so only bots fill it in.',
    ),
  ),
  ...campaignFields,
});

export const createPreorder = operation({
  name: 'createPreorder',
  summary:
    'Creates a preorder at the current terms; repeating it with the same idempotency key returns the same preorder.',
  access: everyone(),
  limit: 5,
  effect: 'write',
  takes: { idempotencyKey: true },
  errors: [
    'PREORDER_QUANTITY_EXCEEDED',
    'PREORDER_DISABLED',
    'PREORDER_CAPACITY_REACHED',
    'PREORDER_DELETED',
    'IDEMPOTENCY_KEY_REQUIRED',
  ],
  answers: PreorderReceiptRecord,
  input: Order,
  async prepare({ call }, input) {
    const hash = keyHash('createPreorder', requireKey(call.idempotencyKey));
    return { hash, fingerprints: fingerprintsOf(call, input, orderOf) };
  },
  async handle({ em, now, settings, call, audit, unchanged }, input, { hash, fingerprints }): Promise<PreorderReceipt> {
    await waitForKey(em, hash);
    const existing = await findPreorderByKey(em, hash);
    if (existing) {
      requireReplayable(existing, fingerprints);
      call.replayed = true;
      return unchanged(receiptOf(existing));
    }
    const order = orderOf(input);
    const terms = await lockPreorderSettings(em);
    requireWithinTerms(terms, order.quantity);

    const campaign = campaignOf(input);
    const source = campaign.utmSource ?? 'preorder';
    const customer = await findOrCreateCustomerBy(em, contactOf(order), now, source, { order: ['phone', 'email'] });
    const id = newId();
    const number = await insertNumbered(em, () => newPreorderNumber(now, settings.businessTimeZone), {
      ...order,
      ...campaign,
      id,
      keyHash: hash,
      fingerprint: fingerprints[0],
      customerId: customer.id,
      status: 'NEW',
      productName: terms.productName,
      currency: terms.currency,
      fullPrice: terms.fullPrice ?? null,
      depositAmount: terms.depositAmount ?? null,
      createdAt: now,
      updatedAt: now,
    });
    await addReserved(em, order.quantity);
    addPreorderEvent(em, { preorderId: id, at: now, fromStatus: null, toStatus: 'NEW', actorId: null });
    audit({ target: { kind: 'Preorder', id }, detail: { number, quantity: order.quantity } });
    return receiptOf({ number, createdAt: now });
  },
});

/** The order as it is stored, without its campaign: a retry may arrive from another campaign. */
function orderOf(input: Static<typeof Order>) {
  return {
    fullName: input.fullName,
    phone: input.phone,
    region: input.region,
    city: input.city ?? null,
    email: input.email ?? null,
    telegramUsername: input.telegramUsername?.replace('@', '') ?? null,
    note: input.note ?? null,
    productColor: input.productColor ?? null,
    paymentMethod: input.paymentMethod ?? null,
    quantity: input.quantity ?? 1,
    locale: input.locale,
  };
}

/** The customer's fields of an order. */
function contactOf(order: ReturnType<typeof orderOf>) {
  const { fullName, phone, email: address, region, city, telegramUsername, locale } = order;
  return { fullName, phone, email: address, region, city, telegramUsername, preferredLanguage: locale };
}

/** @throws DomainError 409 IDEMPOTENCY_KEY_REUSED, 409 IDEMPOTENCY_REPLY_ERASED, 409 PREORDER_DELETED */
function requireReplayable(existing: KeyedPreorder, fingerprints: Fingerprints): void {
  if (existing.deleted) throw conflict('PREORDER_DELETED');
  requireSameInput(existing.fingerprint, fingerprints);
}

/**
 * Stores a preorder under the first unused number.
 * @returns the number
 */
async function insertNumbered(
  em: EntityManager,
  nextNumber: () => string,
  preorder: Omit<Parameters<typeof insertPreorder>[1], 'number'>,
): Promise<string> {
  for (let attempt = 1; attempt <= MAX_NUMBER_TRIES; attempt += 1) {
    const number = nextNumber();
    if (await insertPreorder(em, { ...preorder, number })) return number;
  }
  throw new Error(`no unused preorder number found in ${MAX_NUMBER_TRIES} tries`);
}
