import type { Locale } from '../vocabulary.ts';
import { canonicalPhone } from './phone.ts';

/** What can be known of a customer. */
export interface CustomerFacts {
  readonly fullName: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  readonly country: string | null;
  readonly city: string | null;
  readonly region: string | null;
  readonly telegramUsername: string | null;
  readonly preferredLanguage: Locale | null;
  readonly notes: string | null;
}

/** What someone says of a customer: missing is not said, null is none. */
export type GivenCustomer = { readonly [Name in keyof CustomerFacts]?: CustomerFacts[Name] };

/** A customer as stored; `phoneCanonical` is there when the phone was given. */
export type StoredCustomer = GivenCustomer & { readonly phoneCanonical?: string | null };

/**
 * What was given, as it is stored: trimmed, the address in lower case, the user name without its `@`, empty notes as
 * none, and the phone also as it is compared.
 */
export function storedCustomer(given: GivenCustomer): StoredCustomer {
  const stored = Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? storedText(name, value.trim()) : value]),
  );
  const { phone } = given;
  if (phone === undefined) return stored;
  return { ...stored, phoneCanonical: phone === null ? null : (canonicalPhone(phone) ?? null) };
}

function storedText(name: string, text: string): string | null {
  if (name === 'email') return text.toLowerCase();
  if (name === 'telegramUsername') return text.replace(/^@/, '');
  return name === 'notes' && text === '' ? null : text;
}
