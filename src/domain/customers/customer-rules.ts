import type { Given } from '../../model/record.ts';
import type { CustomerRecord, StoredCustomer } from '../../model/records/customer.ts';
import { normalForm, normalLines, userName, withoutAddress } from '../../model/text-forms.ts';
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
 * Normalizes the given fields: texts in their normal form, the e-mail address in lower case, the user name without its
 * address or `@`, the phone number without its address, also in canonical form, and empty notes as null.
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
  if (name === 'phone') return withoutAddress(text);
  return name === 'telegramUsername' ? userName(text) : text;
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
  return conflict('CUSTOMER_ANONYMIZED');
}

/**
 * The error of erasing a customer who still has something open: 409 CUSTOMER_IN_USE, naming it and the next step. Without this,
 * an order would have nobody to call, an unpaid sale would have no debtor, and an app would go on to report who uses a device.
 */
export function openBusinessError({ preorders, sales, devices }: OpenBusiness): DomainError | undefined {
  if (preorders.length + sales.length + devices.length === 0) return undefined;
  return conflict('CUSTOMER_IN_USE', {
    preorderCount: preorders.length || undefined,
    preorders: preorders.slice(0, NAMED),
    otherPreorders: othersIn(preorders),
    saleCount: sales.length || undefined,
    sales: sales.slice(0, NAMED),
    otherSales: othersIn(sales),
    deviceCount: devices.length || undefined,
    devices: devices.slice(0, NAMED),
    otherDevices: othersIn(devices),
  });
}

/** How many the message does not name; undefined for none. */
function othersIn({ length }: readonly string[]): number | undefined {
  return length > NAMED ? length - NAMED : undefined;
}
