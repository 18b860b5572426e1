import type { CreateCustomerInput, CustomerValuesFragment } from '../api/generated/operations.ts';
import type { EditField } from '../record/edit-input.tsx';
import type { Values, Version } from '../record/merge.ts';
import { phoneText } from '../ui/phone-text.ts';
import { LOCALES } from './filters.ts';
import '../text/customers.ts';

/** What a person can write about a customer. Bounds are those of the service, which says so itself where they are not kept. */
export const customerFields = [
  { name: 'fullName', label: 'customer.fullName', kind: 'text', isRequired: true, isWide: true, max: 120 },
  { name: 'company', label: 'customer.company', kind: 'text', max: 120 },
  { name: 'phone', label: 'customer.phone', kind: 'tel', max: 32 },
  { name: 'email', label: 'customer.email', kind: 'email', max: 320 },
  { name: 'telegramUsername', label: 'customer.telegram', kind: 'text', max: 33 },
  { name: 'city', label: 'customer.city', kind: 'text', max: 80 },
  { name: 'region', label: 'customer.region', kind: 'text', max: 80 },
  { name: 'country', label: 'customer.country', kind: 'country', max: 80 },
  { name: 'preferredLanguage', label: 'customer.language', kind: 'choice', word: 'Locale', values: LOCALES },
  { name: 'notes', label: 'customer.profileNotes', kind: 'lines', max: 1000 },
] as const satisfies readonly (EditField & { readonly name: keyof CreateCustomerInput })[];

/** The fields that the codes of their uniqueness are about. */
export const UNIQUE = { DUPLICATE_EMAIL: 'email', DUPLICATE_PHONE: 'phone' } as const;

export const newCustomer: Version = {
  revision: 0,
  values: Object.fromEntries(customerFields.map(({ name }) => [name, ''])),
};

export function versionOf({ revision, updatedAt, profileNotes, phone, ...others }: CustomerValuesFragment): Version {
  const values = { ...others, phone: phone && phoneText(phone), notes: profileNotes };
  return {
    revision,
    updatedAt,
    values: Object.fromEntries(customerFields.map(({ name }) => [name, values[name] ?? ''])),
  };
}

/** What the form has, as the service takes it: a field that was emptied is null. */
export function inputOf(changes: Values): { [name: string]: string | null } {
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value.trim() === '' ? null : value]));
}
