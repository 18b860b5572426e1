import fc from 'fast-check';
import { ESP_CHIP_IDS, encodeManifest, parseManifest } from '../../src/domain/firmware/package/index.ts';
import { makeManifest, makePackage, makeReleaseKey } from '../support/release-package.ts';
import { read, uploadError } from './reading.ts';

const key = makeReleaseKey();

/** What happens to files: pieces are lost, doubled, moved, overwritten. */
type Damage = (bytes: Buffer) => Buffer;
const place = fc.nat({ max: 6000 });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 600 })).map(
    ([at, bytes]): Damage =>
      (good) => {
        const copy = Buffer.from(good);
        copy.set(bytes.subarray(0, Math.max(copy.length - (at % copy.length), 0)), at % copy.length);
        return copy;
      },
  ),
  fc.tuple(place, place).map(
    ([from, length]): Damage =>
      (good) =>
        Buffer.concat([good.subarray(0, from), good.subarray(from + length)]),
  ),
  fc.tuple(place, fc.uint8Array({ minLength: 1, maxLength: 600 })).map(
    ([at, bytes]): Damage =>
      (good) =>
        Buffer.concat([good.subarray(0, at), bytes, good.subarray(at)]),
  ),
  fc.tuple(place, place, place).map(
    ([from, length, to]): Damage =>
      (good) =>
        Buffer.concat([good.subarray(0, to), good.subarray(from, from + length), good.subarray(to)]),
  ),
);

it('a damaged package is rejected and never crashes the reader', async () => {
  const { bytes } = await makePackage([key], { image: { size: 700 } });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const damaged = damages.reduce((good, spoil) => spoil(good), bytes);
      const code = uploadError(await read(damaged, [key]));
      if (damaged.equals(bytes)) expect(code).toBeUndefined();
      else expect(code).toMatch(/^PACKAGE_/);
    }),
    { numRuns: 300 },
  );
});

it('arbitrary bytes are PACKAGE_MALFORMED', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
      expect(uploadError(await read(bytes, [key]))).toBe('PACKAGE_MALFORMED');
    }),
  );
});

it('the report on a package does not depend on the chunks in which it is read', async () => {
  const { bytes } = await makePackage([key], { image: { size: 900 } });
  const whole = await read(bytes, [key]);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 900 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
      async function* pieces() {
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = (sizes[turn % sizes.length] ?? 0) + (turn % sizes.length === 0 ? 1 : 0);
          yield bytes.subarray(at, at + size);
          at += size;
        }
      }
      expect(await read(pieces(), [key])).toEqual(whole);
    }),
    { numRuns: 50 },
  );
});

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/);
const number = fc.integer({ min: 1, max: 2_147_483_647 });
const text = fc.stringMatching(/^[ -~]{0,32}$/);
const part = fc.nat({ max: 9999 });
const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));
const manifest = fc
  .record({
    product: name,
    model: name,
    version,
    buildNumber: number,
    sequence: number,
    securityVersion: number,
    minFromVersion: version,
    firmware: fc.record({ projectName: text, idfVersion: text, chip: fc.constantFrom(...Object.keys(ESP_CHIP_IDS)) }),
  })
  .map((members) => makeManifest({}, members));

it('a manifest is decoded to the encoded value, and has only one encoding', () => {
  fc.assert(
    fc.property(manifest, fc.nat(), (written, seed) => {
      const bytes = encodeManifest(written);
      expect(parseManifest(bytes)).toEqual(written);
      const at = seed % bytes.length;
      const spaced = Buffer.concat([bytes.subarray(0, at), Buffer.from(' '), bytes.subarray(at)]);
      let reread: unknown;
      try {
        reread = parseManifest(spaced);
      } catch {
        return;
      }
      // A space inside of a text is another text.
      expect(reread).not.toEqual(written);
    }),
  );
});
