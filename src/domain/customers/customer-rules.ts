import type { Given } from '../../model/record.ts';
import type { CustomerRecord, StoredCustomer } from '../../model/records/customer.ts';
import { canonicalPhone } from './phone.ts';

/** The fields in a caller's input: a missing field is unchanged, null clears it. */
export type CustomerChange = Partial<Given<typeof CustomerRecord>>;

/** The given fields as they are stored; `phoneCanonical` is present if the phone was given. */
export type StoredCustomerChange = CustomerChange & Partial<Pick<StoredCustomer, 'phoneCanonical'>>;

/**
 * Normalizes the given fields: trimmed, the e-mail address in lower case, the user name without its `@`, empty notes as
 * null, and the phone number also in canonical form.
 */
export function storedCustomer(change: CustomerChange): StoredCustomerChange {
  const stored = Object.fromEntries(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? storedText(name, value.trim()) : value]),
  );
  const { phone } = change;
  if (phone === undefined) return stored;
  return { ...stored, phoneCanonical: phone === null ? null : (canonicalPhone(phone) ?? null) };
}

function storedText(name: string, text: string): string | null {
  if (name === 'email') return text.toLowerCase();
  if (name === 'telegramUsername') return text.replace(/^@/, '');
  return name === 'notes' && text === '' ? null : text;
}
