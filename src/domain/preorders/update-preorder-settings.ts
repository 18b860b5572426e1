import { type Static, Type } from 'typebox';
import { MAX_PREORDER_QUANTITY } from '../../model/records/preorder.ts';
import { PreorderSettingsRecord } from '../../model/records/settings.ts';
import { lockPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { admins } from '../kernel/access.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fieldProblem, validationFailed } from '../kernel/errors.ts';
import { clearable, described, fields, integer, MAX_MONEY } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { requireRevision } from '../kernel/revision.ts';
import { viewPreorderSettings } from './preorder-settings-view.ts';

const MAX_CAPACITY = 1_000_000;

const terms = PreorderSettingsRecord.fields;

const required = {
  preOrderEnabled: schemaOf(terms.preOrderEnabled),
  productName: schemaOf(terms.productName),
  currency: described(Type.String({ pattern: '^[A-Z]{3}$', transform: 'line' }), terms.currency.spec.description),
  expectedDeliveryTextUz: schemaOf(terms.expectedDeliveryTextUz),
  expectedDeliveryTextEn: schemaOf(terms.expectedDeliveryTextEn),
  expectedDeliveryTextRu: schemaOf(terms.expectedDeliveryTextRu),
  maxQuantityPerOrder: described(integer(1, MAX_PREORDER_QUANTITY), terms.maxQuantityPerOrder.spec.description),
  allowManualDepositConfirmation: schemaOf(terms.allowManualDepositConfirmation),
};

const optional = {
  fullPrice: schemaOf(terms.fullPrice),
  depositAmount: schemaOf(terms.depositAmount),
  preorderCapacity: described(integer(1, MAX_CAPACITY), terms.preorderCapacity.spec.description),
  contactPhone: schemaOf(terms.contactPhone),
  supportTelegram: described(
    Type.String({
      format: 'uri',
      // The site shows it as a link, so schemes that a browser executes are rejected.
      pattern: '^(?![Jj][Aa][Vv][Aa][Ss][Cc][Rr][Ii][Pp][Tt]:|[Vv][Bb][Ss][Cc][Rr][Ii][Pp][Tt]:|[Dd][Aa][Tt][Aa]:)',
      minLength: 8,
      maxLength: 300,
      transform: 'line',
    }),
    terms.supportTelegram.spec.description,
  ),
};

const Terms = fields({
  ...required,
  fullPrice: Type.Optional(optional.fullPrice),
  depositAmount: Type.Optional(optional.depositAmount),
  preorderCapacity: Type.Optional(optional.preorderCapacity),
  contactPhone: Type.Optional(optional.contactPhone),
  supportTelegram: Type.Optional(optional.supportTelegram),
});

export const updatePreorderSettings = operation({
  name: 'updatePreorderSettings',
  summary: 'Replaces the preorder terms as a whole; existing preorders keep their prices.',
  access: admins('SUPER_ADMIN'),
  limit: 120,
  effect: 'write',
  takes: { revision: true },
  answers: PreorderSettingsRecord,
  input: Terms,
  // The contract's body has no null; typed clients unset optional fields with it.
  typedInput: fields({
    ...required,
    fullPrice: clearable(optional.fullPrice),
    depositAmount: clearable(optional.depositAmount),
    preorderCapacity: clearable(optional.preorderCapacity),
    contactPhone: clearable(optional.contactPhone),
    supportTelegram: clearable(optional.supportTelegram),
  }),
  async handle({ em, now, call, audit, unchanged }, input) {
    requireDepositWithinPrice(input);
    const settings = await lockPreorderSettings(em);
    requireRevision(call, settings);
    const before = viewPreorderSettings(settings);
    const wanted = { ...before, ...wholeOf(input) };
    const changes = changesBetween(before, wanted, EDITABLE);
    if (Object.keys(changes).length === 0) return unchanged(before);
    Object.assign(settings, wholeOf(input), { updatedAt: now });
    await em.flush();
    audit({ target: { kind: 'Settings', id: 'preorders' }, changes });
    return viewPreorderSettings(settings);
  },
});

const EDITABLE = [
  'preOrderEnabled',
  'productName',
  'currency',
  'fullPrice',
  'depositAmount',
  'expectedDeliveryTextUz',
  'expectedDeliveryTextEn',
  'expectedDeliveryTextRu',
  'maxQuantityPerOrder',
  'preorderCapacity',
  'contactPhone',
  'supportTelegram',
  'allowManualDepositConfirmation',
] as const;

/** The settings, with null for every absent field. */
function wholeOf(input: Static<typeof Terms>) {
  return {
    ...input,
    fullPrice: input.fullPrice ?? null,
    depositAmount: input.depositAmount ?? null,
    preorderCapacity: input.preorderCapacity ?? null,
    contactPhone: input.contactPhone ?? null,
    supportTelegram: input.supportTelegram ?? null,
  };
}

function requireDepositWithinPrice({ fullPrice, depositAmount }: Static<typeof Terms>): void {
  if ((depositAmount ?? 0) <= (fullPrice ?? MAX_MONEY)) return;
  throw validationFailed([fieldProblem('depositAmount', 'EXCEEDS', { other: 'fullPrice' })]);
}
