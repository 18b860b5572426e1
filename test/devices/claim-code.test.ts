import fc from 'fast-check';
import {
  claimCodeHash,
  newClaimCode,
  normalizeClaimCode,
  openClaimCode,
  sealClaimCode,
} from '../../src/domain/devices/claim-code.ts';
import { CROCKFORD_ALPHABET } from '../../src/domain/devices/crockford.ts';
import { newSerial } from '../../src/domain/devices/serial.ts';
import { SERIAL } from '../../src/model/grammar.ts';
import { keysOf } from './keys.ts';

describe('a new claim code', () => {
  const codes = Array.from({ length: 100_000 }, newClaimCode);

  it('has four groups of six Crockford characters: 120 bits', () => {
    expect(new Set(CROCKFORD_ALPHABET).size).toBe(32);
    const shape = new RegExp(`^[${CROCKFORD_ALPHABET}]{6}(-[${CROCKFORD_ALPHABET}]{6}){3}$`);
    expect(codes.filter((code) => !shape.test(code))).toEqual([]);
  });

  it('is unique among 100,000', () => {
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('has each character equally often at each position (chi-square)', () => {
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
  ])('is accepted as %j', (typed) => {
    expect(normalizeClaimCode(typed)).toBe(code);
  });

  it.each([
    '',
    '-'.repeat(30),
    code.slice(1),
    `${code}0`,
    code.replace('A', 'U'),
    code.replace('A', '*'),
    code.replace('A', 'А'),
    code.replace('1', 'ı'),
    code.replace('A', '\0A'),
    `${code}${' '.repeat(1000)}`,
    'x'.repeat(1_000_000),
  ])('is rejected if it is malformed', (typed) => {
    expect(normalizeClaimCode(typed)).toBeUndefined();
  });

  it('in canonical form is normalized to itself', () => {
    fc.assert(fc.property(fc.constant(null).map(newClaimCode), (made) => normalizeClaimCode(made) === made));
  });
});

describe('a stored claim code', () => {
  const keys = keysOf();
  const code = newClaimCode();
  const binding = { deviceId: '0199', serial: 'KRV-A' };

  it('is found by a hash that depends on the pepper', () => {
    expect(claimCodeHash(keys, code)).toHaveLength(32);
    expect(claimCodeHash(keys, code)).toEqual(claimCodeHash(keys, code));
    expect(claimCodeHash(keysOf(), code)).not.toEqual(claimCodeHash(keys, code));
    expect(claimCodeHash(keys, newClaimCode())).not.toEqual(claimCodeHash(keys, code));
  });

  it('is hashed only in its canonical form, and the error does not reveal it', () => {
    const typed = code.toLowerCase().replaceAll('-', '');
    expect(() => claimCodeHash(keys, typed)).toThrow(/canonical form only\.$/);
  });

  it('can be decrypted for its own device only', () => {
    const sealed = sealClaimCode(keys, code, binding);
    expect(openClaimCode(keys, sealed, binding)).toBe(code);
    expect(() => openClaimCode(keys, sealed, { ...binding, deviceId: '0198' })).toThrow('does not belong');
    expect(() => openClaimCode(keys, sealed, { ...binding, serial: 'KRV-B' })).toThrow('does not belong');
  });
});

describe('a new serial', () => {
  it('matches its grammar and the contract, and is unique', () => {
    const serials = Array.from({ length: 10_000 }, newSerial);
    expect(new Set(serials).size).toBe(serials.length);
    for (const serial of serials) {
      expect(serial).toMatch(/^KRV-[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(serial).toMatch(SERIAL);
    }
  });
});
