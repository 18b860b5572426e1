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
  '۹۰۱۲۳۴۵۶۷',
  '٩٠ ١٢٣ ٤٥ ٦٧',
  '＋９９８（９０）１２３－４５－６７',
  'TEL:+998901234567',
  'tel 901234567',
  'ТЕЛ: 901234567',
  // Quoted, or with the apostrophe that keeps a spreadsheet from computing.
  '"+998901234567"',
  "'+998901234567",
  '«90 123-45-67»',
  '90_123_45_67',
  '+998・90・123・45・67',
  // With what is dialled at home or abroad, before the country code and behind it.
  '0998901234567',
  '+0998 90 123 45 67',
  '+00998 90 1234567',
  '8-998-90-123-45-67',
  '+810998901234567',
  '+998 0 90 123 45 67',
  '998 8 901234567',
  '00998 0 90 123 45 67',
])('canonicalPhone reads %j as one number', (typed) => {
  expect(canonicalPhone(typed)).toBe('+998901234567');
});

/** Between groups of digits, by those who write them: dashes, points, slashes, brackets and spaces of several scripts. */
const SIGNS =
  '"\'`´ʼ‘’“”„«»_•‧・･()[]{}./-·‐‑‒–—―⁃⁄−∕﹘﹣（）－．／' +
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u2800\u3000';
/** What address books, messengers and tables leave around a number, and nobody sees. */
const MARKS =
  '\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064' +
  '\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufe0e\ufe0f\ufeff';

it.each([...SIGNS, ...MARKS].map((sign) => [sign.codePointAt(0)?.toString(16), sign]))(
  'canonicalPhone leaves out U+%s between digits and around them',
  (_code, sign) => {
    expect(canonicalPhone(`${sign}90${sign}123${sign}${sign}4567${sign}`)).toBe('+998901234567');
    expect(canonicalPhone(`+${sign}44${sign}1632960961`)).toBe('+441632960961');
  },
);

it.each([
  ['1234567', '+1234567'],
  // Nine digits that begin with two zeros are a number of seven, of another country.
  ['001234567', '+1234567'],
  ['0123456789', '+0123456789'],
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
      const text = prefix + digits.flat().join('');
      // No separators: the zero that is dialed at home, as in +44 (0)20.
      fc.pre(!text.includes('(0)'));
      const canonical = canonicalPhone(text);
      expect(canonical).toBe(canonicalPhone(prefix + digits.map(([first]) => first).join('')));
      if (canonical === undefined) return;
      expect(canonical).toMatch(/^\+\d{7,15}$/);
      expect(canonicalPhone(canonical)).toBe(canonical);
    }),
  );
});
