import type { Given } from '../../model/record.ts';
import type { CustomerRecord, StoredCustomer } from '../../model/records/customer.ts';
import { normalForm, normalLines } from '../../model/text-forms.ts';
import type { OpenBusiness } from '../../persistence/customers/erased-customers.ts';
import { conflict, type DomainError } from '../kernel/errors.ts';
import { canonicalPhone } from './phone.ts';

/** The maximum of numbers that a message names; it counts the others. */
const NAMED = 3;

/** The fields in a caller's input: a missing field is unchanged, null clears it. */
export type CustomerChange = Partial<Given<typeof CustomerRecord>>;

/** The given fields as they are stored; `phoneCanonical` is present if the phone was given. */
export type StoredCustomerChange = CustomerChange & Partial<Pick<StoredCustomer, 'phoneCanonical'>>;

/**
 * Normalizes the given fields: texts in their normal form, the e-mail address in lower case, the user name without its `@`, empty notes as
 * null, and the phone number also in canonical form.
 */
export function storedCustomer(change: CustomerChange): StoredCustomerChange {
  const stored = Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? storedText(name, value) : value]),
  );
  const { phone } = change;
  if (phone === undefined) return stored;
  return { ...stored, phoneCanonical: phone === null ? null : (canonicalPhone(phone) ?? null) };
}

function storedText(name: string, typed: string): string | null {
  if (name === 'notes') return normalLines(typed) || null;
  const text = normalForm(typed);
  if (name === 'email') return text.toLowerCase();
  return name === 'telegramUsername' ? text.replace(/^@/, '') : text;
}

/** The error of a write about a customer: 409 CUSTOMER_ANONYMIZED if the person is erased. */
export function anonymizedError({
  anonymizedAt,
}: {
  readonly anonymizedAt?: Date | null | undefined;
}): DomainError | undefined {
  return anonymizedAt ? anonymized() : undefined;
}

/** 409: the person is erased. */
export function anonymized(): DomainError {
  return conflict(
    'CUSTOMER_ANONYMIZED',
    'The customer is anonymized: create a new customer for a person who comes back.',
  );
}

/**
 * The error of erasing a customer who still has something open: 409 CUSTOMER_IN_USE, naming it and the next step. Without this,
 * an order would have nobody to call, an unpaid sale would have no debtor, and an app would go on to report who uses a device.
 */
export function openBusinessError({ preorders, sales, devices }: OpenBusiness): DomainError | undefined {
  const open = [
    partOf(preorders, 'open preorders', 'fulfil, cancel or delete them'),
    partOf(sales, 'sales that are not paid in full', 'settle, refund or cancel them'),
    partOf(devices, 'devices that apps use', 'reset their claim, transfer them or take them back'),
  ].flatMap((part) => part ?? []);
  if (open.length === 0) return undefined;
  return conflict('CUSTOMER_IN_USE', `Cannot anonymize the customer, who has ${open.join('; ')}.`);
}

function partOf(names: readonly string[], what: string, first: string): string | undefined {
  if (names.length === 0) return undefined;
  const named = names.slice(0, NAMED).join(', ');
  const others = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.length} ${what} (${named}${others}): ${first} first`;
}
