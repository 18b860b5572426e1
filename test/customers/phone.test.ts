import fc from 'fast-check';
import { canonicalPhone } from '../../src/domain/customers/phone.ts';

const SAME = ['+998901234567', '998901234567', '901234567', '00998901234567', '+998 (90) 123-45-67', '90.123.45.67'];

it.each([
  ...SAME,
  ' 90 123–45–67 ',
  '[90]1234567',
  '+998\u00a090\u00a0123\u00a045\u00a067',
  '\u202a+998901234567\u202c',
  'tel:+998901234567',
  'Тел. 90/123/45/67',
  '90\u200b123\u206045\ufeff67',
  '９０１２３４５６７',
])('reads %j as one number', (typed) => {
  expect(canonicalPhone(typed)).toBe('+998901234567');
});

it.each([
  ['1234567', '+1234567'],
  ['123456789012345', '+123456789012345'],
  ['+441632960961', '+441632960961'],
  ['00441632960961', '+441632960961'],
  // Twelve digits that begin with another country's code, and nine behind a plus, are what they say.
  ['441632960961', '+441632960961'],
  ['+901234567', '+901234567'],
])('the canonical form of %j is %s', (typed, canonical) => {
  expect(canonicalPhone(typed)).toBe(canonical);
});

it.each([
  '',
  '+',
  '123456',
  '+123456',
  '1234567890123456',
  '+1234567890123456',
  'ask Aziza',
  '90123x567',
  '9012345 ext. 7',
  '++998901234567',
  '0099890',
  '90 123 45 67, 91 123 45 67',
])('%j has no canonical form', (typed) => {
  expect(canonicalPhone(typed)).toBeUndefined();
});

it('a canonical phone number is stable, whatever separators are added', () => {
  const between = fc.constantFrom('', ' ', '-', '(', ')', '.', ' - ');
  const digit = fc.constantFrom(...'0123456789');
  const typed = fc.tuple(fc.constantFrom('', '+', '00'), fc.array(fc.tuple(digit, between), { maxLength: 18 }));
  fc.assert(
    fc.property(typed, ([prefix, digits]) => {
      const canonical = canonicalPhone(prefix + digits.flat().join(''));
      expect(canonical).toBe(canonicalPhone(prefix + digits.map(([first]) => first).join('')));
      if (canonical === undefined) return;
      expect(canonical).toMatch(/^\+\d{7,15}$/);
      expect(canonicalPhone(canonical)).toBe(canonical);
    }),
  );
});
