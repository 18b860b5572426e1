import { Type } from 'typebox';
import { clearable, email, fields, oneOf, text } from '../kernel/input.ts';
import { LOCALES } from '../vocabulary.ts';

/** The longest address there is: RFC 5321, 4.5.3.1 (64 octets, `@`, 255 octets). */
const MAX_EMAIL_LENGTH = 320;

const fullName = text(2, 120);
const known = {
  email: email({ maxLength: MAX_EMAIL_LENGTH }),
  phone: text(5, 32),
  company: text(2, 120),
  country: text(2, 80),
  city: text(2, 80),
  region: text(2, 80),
  telegramUsername: text(5, 32),
  preferredLanguage: oneOf('Locale', LOCALES),
  notes: text(0, 1000),
};

const optional = {
  email: Type.Optional(known.email),
  phone: Type.Optional(known.phone),
  company: Type.Optional(known.company),
  country: Type.Optional(known.country),
  city: Type.Optional(known.city),
  region: Type.Optional(known.region),
  telegramUsername: Type.Optional(known.telegramUsername),
  preferredLanguage: Type.Optional(known.preferredLanguage),
  notes: Type.Optional(known.notes),
};

/** The fields of a new customer, also where one is made with something else: a sale. */
export const customerFields = { fullName, ...optional };

export const CustomerCreate = fields(customerFields);

/** The contract's body: it has no null. */
export const CustomerUpdate = fields({ fullName: Type.Optional(fullName), ...optional });

/** Typed clients may clear what need not be there. */
export const CustomerTypedUpdate = fields({
  fullName: Type.Optional(fullName),
  email: clearable(known.email),
  phone: clearable(known.phone),
  company: clearable(known.company),
  country: clearable(known.country),
  city: clearable(known.city),
  region: clearable(known.region),
  telegramUsername: clearable(known.telegramUsername),
  preferredLanguage: clearable(known.preferredLanguage),
  notes: clearable(known.notes),
});
