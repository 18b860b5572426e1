import fc from 'fast-check';
import {
  claimCodeHash,
  newClaimCode,
  normalizeClaimCode,
  openClaimCode,
  sealClaimCode,
} from '../../src/domain/devices/claim-code.ts';
import { CROCKFORD_ALPHABET } from '../../src/domain/devices/crockford.ts';
import { newSerial, searchedOnLabel, serialOnLabel } from '../../src/domain/devices/serial.ts';
import { SERIAL } from '../../src/model/grammar.ts';
import { keysOf } from './keys.ts';

describe('a new claim code', () => {
  const codes = Array.from({ length: 100_000 }, newClaimCode);

  it('a new claim code has four groups of six Crockford characters: 120 bits', () => {
    expect(new Set(CROCKFORD_ALPHABET).size).toBe(32);
    const shape = new RegExp(`^[${CROCKFORD_ALPHABET}]{6}(-[${CROCKFORD_ALPHABET}]{6}){3}$`);
    expect(codes.filter((code) => !shape.test(code))).toEqual([]);
  });

  it('a new claim code is unique among 100,000', () => {
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('a new claim code has each character equally often at each position (chi-square)', () => {
    const width = codes[0]?.length ?? 0;
    for (let place = 0; place < width; place += 1) {
      const counts = new Map([...CROCKFORD_ALPHABET].map((character) => [character, 0]));
      for (const code of codes) counts.set(code.charAt(place), (counts.get(code.charAt(place)) ?? 0) + 1);
      if (counts.has('-')) continue;
      const expected = codes.length / 32;
      const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      // 31 degrees of freedom: above 90 less than once in ten million fair runs; a missing character gives 3,000.
      expect(chiSquare).toBeLessThan(90);
    }
  });
});

describe('a typed claim code', () => {
  const code = '01ABCD-EFGHJK-MNPQRS-TVWXYZ';

  it.each([
    code,
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')}\t`,
    code.replace('0', 'O').replace('1', 'I'),
    code.replace('0', 'o').replace('1', 'l'),
    [...code].join(' '),
    ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212', '\uff0d', '\ufe63'].map((dash) =>
      code.replaceAll('-', dash),
    ),
    ...['\u00a0', '\u202f', '\u2009', '\u3000', '\u200b', ' - ', '\n', '-\r\n', '\u00ad'].map((gap) =>
      code.replaceAll('-', gap),
    ),
    `\u202a${code}\u202c`,
    `\ufeff${code}`,
    code.replace('ABCD', 'АВСD'),
    code.replace('ABCD', 'авсd'),
    code.replace('EFGHJK', 'ЕFGНJК').replace('MNP', 'МNР').replace('TV', 'ТV').replace('XY', 'ХУ').replace('0', 'О'),
    code.replace('EFGHJK', 'ΕFGΗJΚ').replace('MNP', 'ΜΝΡ').replace('TV', 'ΤV').replace('XYZ', 'ΧΥΖ').replace('0', 'Ο'),
    code.replace('1', 'І'),
    code.replace('1', 'Ι'),
    [...code].map((sign) => (sign === '-' ? '\uff0d' : String.fromCharCode(sign.charCodeAt(0) + 0xfee0))).join(''),
    `https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&code=${code}`,
    `http://127.0.0.1:3000/pair?serial=KRV-0123456789ABCDEF&code=${code}`,
    `HTTPS://KARVON.UZ/PAIR#SERIAL=KRV-0123456789ABCDEF&CODE=${code}`,
    `https://app.shop.example/pair#code=${code}&serial=KRV-0123456789ABCDEF`,
    `https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&amp;code=${code}`,
    `https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&code=${encodeURIComponent(code.replaceAll('-', '\u2013'))}`,
    `serial=KRV-0123456789ABCDEF&code=${code}`,
    ` https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&code=${code}\n`,
    `https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&code=${code}%`,
    encodeURIComponent(`https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&code=${code}`),
    ...['"%"', '«%»', '`%`', '(%)', '%.', '%,', '* %', '%\u3164', '%\ufe0f'].map((around) => around.replace('%', code)),
    ...['_', '/', '.', '·', '•', ':', '~', '─', 'ー', '\u2800'].map((between) => code.replaceAll('-', between)),
    ...['Code: ', 'Kod ', 'Код: ', 'Claim code\n', 'S/N KRV-0123456789ABCDEF, code '].map((words) => words + code),
    `Kod: ${code.replaceAll('-', '')}`,
    code.replace('0', '٠').replace('1', '١'),
    code.replace('0', '۰').replace('1', 'Ӏ').replace('Y', 'Ү').replace('H', 'Һ'),
  ])('a typed claim code is accepted as %j', (typed) => {
    expect(normalizeClaimCode(typed)).toBe(code);
  });

  it.each([
    '',
    '-'.repeat(30),
    code.slice(1),
    `${code}0`,
    code.replace('A', 'U'),
    code.replace('A', '*'),
    code.replace('A', 'Д'),
    code.replace('A', 'Á'),
    code.replace('N', '\u03b7'),
    code.replace('V', '\u03bd'),
    code.replace('S-T', 'ß'),
    code.replace('1', 'ı'),
    `https://karvon.uz/pair#serial=${code}`,
    `https://karvon.uz/pair#serial=KRV-0123456789ABCDEF&code=`,
    `https://karvon.uz/${'x'.repeat(2_048)}#code=${code}`,
    code.replace('A', '\0A'),
    `${code}${' '.repeat(1000)}`,
    'x'.repeat(1_000_000),
  ])('a typed claim code is rejected if it is malformed', (typed) => {
    expect(normalizeClaimCode(typed)).toBeUndefined();
  });

  it('a typed claim code in canonical form is normalized to itself', () => {
    fc.assert(fc.property(fc.constant(null).map(newClaimCode), (made) => normalizeClaimCode(made) === made));
  });
});

describe('a serial on a label', () => {
  const serial = 'KRV-01ABCDEFGHJKMNPQ';

  it.each([
    serial,
    ` ${serial}\n`,
    serial.toLowerCase(),
    serial.replace('-', ''),
    serial.replace('-', '\u2011'),
    'KRV 01AB CDEF GHJK MNPQ',
    'КRV\u201301АВСDЕFGНJКМNРQ',
    'KRV-OIABCDEFGHJKMNPQ',
    `«${serial}».`,
    serial.replace('-', '_'),
    `S/N: ${serial.toLowerCase()}`,
    `https://karvon.uz/pair#serial=${serial}&code=ABCDEF-GHJKMN-PQRSTV-WXYZ01`,
    `serial=${serial.toLowerCase()}&code=ABCDEF-GHJKMN-PQRSTV-WXYZ01`,
  ])('a serial on a label is read as such from %j', (text) => {
    expect(serialOnLabel(text)).toBe(serial);
  });

  it.each(['', 'KRV-A', '0012345', 'a.b.c', 'лампа', 'KRV-01ABCDEFGHJKMNPU', `${serial}0`, 'x'.repeat(20_000)])(
    'a serial on a label of another form is left as it is: %j',
    (text) => {
      expect(serialOnLabel(text)).toBe(text);
    },
  );

  it('a serial on a label is searched for by its beginning as well, and a text in ASCII by what it says', () => {
    expect(searchedOnLabel('КRV\u201301ав')).toBe('KRV-01AB');
    expect(searchedOnLabel(serial.toLowerCase())).toBe(serial);
    for (const text of ['krv-lo', 'LAMP 1', 'Лампа', 'КАРАТ', '']) expect(searchedOnLabel(text)).toBe(text);
  });
});

describe('a stored claim code', () => {
  const keys = keysOf();
  const code = newClaimCode();
  const binding = { deviceId: '0199', serial: 'KRV-A' };

  it('a stored claim code is found by a hash that depends on the pepper', () => {
    expect(claimCodeHash(keys, code)).toHaveLength(32);
    expect(claimCodeHash(keys, code)).toEqual(claimCodeHash(keys, code));
    expect(claimCodeHash(keysOf(), code)).not.toEqual(claimCodeHash(keys, code));
    expect(claimCodeHash(keys, newClaimCode())).not.toEqual(claimCodeHash(keys, code));
  });

  it('a stored claim code is hashed only in its canonical form, and the error does not reveal it', () => {
    const typed = code.toLowerCase().replaceAll('-', '');
    expect(() => claimCodeHash(keys, typed)).toThrow(/canonical form only\.$/);
  });

  it('a stored claim code can be decrypted for its own device only', () => {
    const sealed = sealClaimCode(keys, code, binding);
    expect(openClaimCode(keys, sealed, binding)).toBe(code);
    expect(() => openClaimCode(keys, sealed, { ...binding, deviceId: '0198' })).toThrow('does not belong');
    expect(() => openClaimCode(keys, sealed, { ...binding, serial: 'KRV-B' })).toThrow('does not belong');
  });
});

describe('a new serial', () => {
  it('a new serial matches its grammar and the contract, and is unique', () => {
    const serials = Array.from({ length: 10_000 }, newSerial);
    expect(new Set(serials).size).toBe(serials.length);
    for (const serial of serials) {
      expect(serial).toMatch(/^KRV-[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(serial).toMatch(SERIAL);
    }
  });
});
