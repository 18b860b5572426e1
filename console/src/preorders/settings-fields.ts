import type { PreorderTermsFragment, UpdatePreorderSettingsInput } from '../api/generated/operations.ts';
import type { EditField } from '../record/edit-input.tsx';
import type { Values, Version } from '../record/merge.ts';
import { wholeUnitsOf } from '../ui/money-text.ts';
import { dialled, phoneText } from '../ui/phone-text.ts';
import '../text/preorders.ts';

type Name = keyof UpdatePreorderSettingsInput;
type Field = EditField & { readonly name: Name };

/** The settings of preorders. @param reserved what their capacity is compared with @param said the same in words */
export const settingsFields = (reserved: number, said: string): readonly Field[] => [
  { name: 'preOrderEnabled', kind: 'check', label: 'preorder.set.enabled', group: 'preorder.set.place', isWide: true },
  {
    name: 'allowManualDepositConfirmation',
    kind: 'check',
    label: 'preorder.set.manual',
    group: 'preorder.set.place',
    isWide: true,
  },
  {
    name: 'preorderCapacity',
    kind: 'number',
    label: 'preorder.set.capacity',
    description: 'preorder.set.capacityText',
    detail: said,
    caution: (capacity) => ((wholeUnitsOf(capacity) ?? reserved) < reserved ? 'preorder.set.below' : undefined),
    group: 'preorder.set.place',
  },
  {
    name: 'maxQuantityPerOrder',
    kind: 'number',
    label: 'preorder.set.max',
    detail: '1–20',
    group: 'preorder.set.place',
  },
  { name: 'productName', kind: 'text', label: 'preorder.productName', group: 'preorder.set.offer' },
  {
    name: 'fullPrice',
    kind: 'number',
    label: 'preorder.set.price',
    description: 'preorder.set.keep',
    group: 'preorder.set.offer',
  },
  { name: 'currency', kind: 'currency', label: 'preorder.set.currency', group: 'preorder.set.offer' },
  {
    name: 'depositAmount',
    kind: 'number',
    label: 'preorder.set.deposit',
    description: 'preorder.set.keep',
    group: 'preorder.set.offer',
  },
  { name: 'expectedDeliveryTextUz', kind: 'text', label: 'preorder.set.uz', group: 'preorder.set.delivery' },
  { name: 'expectedDeliveryTextRu', kind: 'text', label: 'preorder.set.ru', group: 'preorder.set.delivery' },
  { name: 'expectedDeliveryTextEn', kind: 'text', label: 'preorder.set.en', group: 'preorder.set.delivery' },
  {
    name: 'contactPhone',
    kind: 'tel',
    label: 'preorder.set.phone',
    description: 'preorder.set.none',
    group: 'preorder.set.help',
  },
  {
    name: 'supportTelegram',
    kind: 'text',
    label: 'preorder.set.telegram',
    description: 'preorder.set.none',
    group: 'preorder.set.help',
  },
];

export function versionOf({ revision, updatedAt, ...terms }: PreorderTermsFragment): Version {
  const values = { ...terms, contactPhone: phoneText(terms.contactPhone ?? '') };
  return {
    revision,
    updatedAt,
    values: Object.fromEntries(settingsFields(0, '').map(({ name }) => [name, String(values[name] ?? '')])),
  };
}

/** All settings as the API takes them: an empty one is none. */
export function inputOf(values: Values): UpdatePreorderSettingsInput {
  const text = (name: Name) => values[name] ?? '';
  const number = (name: Name) => wholeUnitsOf(text(name)) ?? null;
  return {
    preOrderEnabled: text('preOrderEnabled') === 'true',
    allowManualDepositConfirmation: text('allowManualDepositConfirmation') === 'true',
    preorderCapacity: number('preorderCapacity'),
    maxQuantityPerOrder: number('maxQuantityPerOrder') ?? 0,
    productName: text('productName'),
    currency: text('currency'),
    fullPrice: number('fullPrice'),
    depositAmount: number('depositAmount'),
    expectedDeliveryTextUz: text('expectedDeliveryTextUz'),
    expectedDeliveryTextRu: text('expectedDeliveryTextRu'),
    expectedDeliveryTextEn: text('expectedDeliveryTextEn'),
    // The public site dials it.
    contactPhone: dialled(text('contactPhone')) || text('contactPhone') || null,
    supportTelegram: text('supportTelegram') || null,
  };
}
