import { sign } from 'node:crypto';
import {
  encodeManifest,
  hasUnrevokedSigner,
  verifyLegacySignature,
  verifyStored,
} from '../../src/domain/firmware/package/index.ts';
import type { ReleaseKey } from '../../src/model/ports.ts';
import {
  BRAND,
  legacySignature,
  makeImage,
  makeManifest,
  makePackage,
  makeReleaseKey,
  packageOf,
  sha256Of,
  type TestManifest,
  withKey,
} from '../support/release-package.ts';
import { errorOf, NOW, read, uploadError } from './reading.ts';

const key = makeReleaseKey();
const other = makeReleaseKey({ label: 'other key' });
const PAST = new Date(NOW.getTime() - 1);

/** A package whose manifest is these very bytes, signed: nothing but the manifest can be what is wrong. */
const around = async (manifest: Buffer | string) =>
  uploadError(await read((await packageOf(Buffer.from(manifest), [key], makeImage())).bytes, [key]));

/** A package whose `signatures.json` is this very text. */
async function withSignatureFile(edit: (text: string) => string): Promise<Buffer> {
  const { bytes } = await makePackage([key]);
  const from = bytes.indexOf('signatures.json\0');
  const to = bytes.indexOf('firmware.bin\0');
  const text = bytes.toString('utf8', from + 512, bytes.indexOf(0, from + 512));
  const content = Buffer.from(edit(text));
  const header = Buffer.from(bytes.subarray(from, from + 512));
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([bytes.subarray(0, from), header, content, padding, bytes.subarray(to)]);
}

describe('a signed manifest is PACKAGE_MALFORMED', () => {
  const good = encodeManifest(makeManifest()).toString();

  it('a signed manifest is PACKAGE_MALFORMED unless it is canonical', async () => {
    expect(await around(good)).toBeUndefined();
  });

  it.each<[string, string]>([
    ['with a member twice', good.replace('{', '{"version":"9.9.9",')],
    ['with a member twice at the end', good.replace(/}$/, ',"version":"1.4.2"}')],
    ['with white space', good.replace('":', '": ')],
    ['with a newline at the end', `${good}\n`],
    [
      'with members in another order',
      good.replace(/^{"allowedChannels":(\[[^\]]*\]),(.*)}$/, '{$2,"allowedChannels":$1}'),
    ],
    ['with a float', good.replace('"buildNumber":142', '"buildNumber":142.5')],
    ['with an integer written as a float', good.replace('"buildNumber":142', '"buildNumber":142.0')],
    ['with an exponent', good.replace('"buildNumber":142', '"buildNumber":1.42e2')],
    ['with a minus zero', good.replace('"securityVersion":0', '"securityVersion":-0')],
    ['with a number as a string', good.replace('"buildNumber":142', '"buildNumber":"142"')],
    ['with a number beyond 32 bits', good.replace('"buildNumber":142', '"buildNumber":2147483648')],
    ['with an escaped letter', good.replace('"LAMP1"', '"L\\u0041MP1"')],
    ['with an unknown member', good.replace('{', '{"a":1,')],
    ['with an unknown nested member', good.replace('"firmware":{', '"firmware":{"a":1,')],
    ['with __proto__', good.replace('{', '{"__proto__":{},')],
    ['without a member', good.replace('"buildNumber":142,', '')],
    ['with another schema', good.replace('release/1', 'release/2')],
    ['with two hardware revisions', good.replace('["rev-b"]', '["rev-b","rev-c"]')],
    ['with no channel', good.replace(/"allowedChannels":\[[^\]]*\]/, '"allowedChannels":[]')],
    ['with a version that no device can prove', good.replaceAll('1.4.2', '1.4')],
    ['with a v before the version', good.replaceAll('"1.4.2"', '"v1.4.2"')],
    ['with a nonexistent day', good.replace('2026-09-10T', '2026-02-30T')],
    ['with a time that is not UTC', good.replace('00:00:00Z', '00:00:00+05:00')],
    [
      'with upper case in a digest',
      good.replace(/"sha256":"[0-9a-f]+"/, (text) => text.toUpperCase().replace('SHA256', 'sha256')),
    ],
    ['that is null', 'null'],
    ['that is an array', '[]'],
    ['that is empty', ''],
    ['that is not JSON', '{'],
    ['that is deeply nested', '['.repeat(60_000)],
  ])('%s', async (_, manifest) => {
    expect(manifest).not.toBe(good);
    expect(await around(manifest)).toBe('PACKAGE_MALFORMED');
  });

  it('a signed manifest is PACKAGE_MALFORMED with a byte order mark, in UTF-16, or not in UTF-8', async () => {
    expect(await around(`\ufeff${good}`)).toBe('PACKAGE_MALFORMED');
    expect(await around(Buffer.from(good, 'utf16le'))).toBe('PACKAGE_MALFORMED');
    expect(await around(Buffer.from(good.replace('LAMP1', 'L\u00ffMP'), 'latin1'))).toBe('PACKAGE_MALFORMED');
  });
});

describe('signatures.json is PACKAGE_MALFORMED', () => {
  it('signatures.json is PACKAGE_MALFORMED unless it is canonical', async () => {
    expect(uploadError(await read(await withSignatureFile((text) => text), [key]))).toBeUndefined();
  });

  it.each<[string, (text: string) => string]>([
    ['with white space', (text) => text.replace('":', '": ')],
    ['with a member twice', (text) => text.replace('"alg":', '"alg":"none","alg":')],
    ['with an unknown member', (text) => text.replace('"alg":', '"a":1,"alg":')],
    ['with another algorithm', (text) => text.replace('Ed25519', 'ES256')],
    ['of another brand', (text) => text.replace('.karvon.', '.carbon.')],
    ['of another version', (text) => text.replace('v=1', 'v=2')],
    ['with a signature twice', (text) => text.replace(/\[(.*)\]/, '[$1,$1]')],
    ['with a short signature', (text) => text.replace(/"sig":"../, '"sig":"')],
    ['with padding', (text) => text.replace(/("sig":"[^"]+)/, '$1==')],
    ['with a malformed kid', (text) => text.replace(/"kid":"../, '"kid":"++')],
    ['that is an array', () => '[]'],
    ['that is not JSON', () => '{'],
    ['that is empty', () => ''],
  ])('%s', async (_, edit) => {
    expect(uploadError(await read(await withSignatureFile(edit), [key]))).toBe('PACKAGE_MALFORMED');
  });

  it('signatures.json is PACKAGE_SIGNATURE_INVALID if the unused bits of a signature are not zero', async () => {
    const bytes = await withSignatureFile((text) =>
      text.replace(/"sig":"([^"]+)(.)"/, (_all, head, last) => `"sig":"${head}${nextLetter(last)}"`),
    );
    expect(uploadError(await read(bytes, [key]))).toBe('PACKAGE_SIGNATURE_INVALID');
  });
});

/** The last of 86 letters carries 2 bits: its neighbour decodes to the same bytes. */
function nextLetter(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return letters[letters.indexOf(letter) + 1] ?? '';
}

describe('a package', () => {
  it.each<[string, string | undefined, Partial<ReleaseKey>]>([
    ['ACTIVE', undefined, {}],
    ['RETIRED', 'PACKAGE_KEY_RETIRED', { status: 'RETIRED' }],
    ['REVOKED', 'PACKAGE_KEY_REVOKED', { status: 'REVOKED' }],
    ['not yet valid', 'PACKAGE_NOT_ALLOWED', { notBefore: new Date(NOW.getTime() + 1) }],
    ['valid from now', undefined, { notBefore: NOW }],
    ['no longer valid', 'PACKAGE_NOT_ALLOWED', { notAfter: NOW }],
    ['for this hardware', undefined, { hardwareRevisions: ['rev-a', 'rev-b'] }],
    ['for other hardware', 'PACKAGE_NOT_ALLOWED', { hardwareRevisions: ['rev-a'] }],
    ['for this channel', undefined, { channels: ['STABLE'] }],
    ['for another channel', 'PACKAGE_NOT_ALLOWED', { channels: ['BETA'] }],
    ['for no channel', 'PACKAGE_NOT_ALLOWED', { channels: [] }],
  ])('signed with a key that is %s: %s', async (_, code, overrides) => {
    const { bytes } = await makePackage([key]);
    expect(uploadError(await read(bytes, [other, withKey(key, overrides)]))).toBe(code);
  });

  it('signed with an unknown key is PACKAGE_KEY_UNKNOWN, and without a signature PACKAGE_SIGNATURE_INVALID', async () => {
    expect(uploadError(await read((await makePackage([key])).bytes, [other]))).toBe('PACKAGE_KEY_UNKNOWN');
    expect(uploadError(await read((await makePackage([key])).bytes, []))).toBe('PACKAGE_KEY_UNKNOWN');
    expect(uploadError(await read((await makePackage([])).bytes, [key]))).toBe('PACKAGE_SIGNATURE_INVALID');
  });

  it('a package with a signature under the kid of another key is PACKAGE_SIGNATURE_INVALID', async () => {
    const renamed = await withSignatureFile((text) => text.replace(key.kid, other.kid));
    expect(uploadError(await read(renamed, [key, other]))).toBe('PACKAGE_SIGNATURE_INVALID');
  });

  it('a package with a signature of a known key under an unknown kid is PACKAGE_SIGNATURE_INVALID, also besides a valid one', async () => {
    const { bytes } = await makePackage([key, other]);
    const at = bytes.indexOf(other.kid) + 7;
    bytes[at] = bytes[at] === 0x41 ? 0x42 : 0x41;
    expect(uploadError(await read(bytes, [key, other]))).toBe('PACKAGE_SIGNATURE_INVALID');
    expect(uploadError(await read(bytes, [key]))).toBeUndefined();
  });

  it('a package with a signature for another brand or without the DSSE encoding is rejected', async () => {
    const forOther = await makePackage([key], { brand: 'carbon' });
    expect(uploadError(await read(forOther.bytes, [key]))).toBe('PACKAGE_MALFORMED');
    const bare = sign(null, forOther.manifestBytes, key.privateKey).toString('base64url');
    const bytes = await withSignatureFile((text) => text.replace(/"sig":"[^"]+"/, `"sig":"${bare}"`));
    expect(uploadError(await read(bytes, [key]))).toBe('PACKAGE_SIGNATURE_INVALID');
  });

  it('a package with a valid signature gets warnings for others that do not count, and is rejected if one is wrong', async () => {
    const { bytes } = await makePackage([key, other]);
    for (const [registry, code] of [
      [[key], 'PACKAGE_KEY_UNKNOWN'],
      [[key, withKey(other, { status: 'RETIRED' })], 'PACKAGE_KEY_RETIRED'],
      [[key, withKey(other, { status: 'REVOKED' })], 'PACKAGE_KEY_REVOKED'],
    ] as const) {
      const report = await read(bytes, registry);
      expect(report.problems).toEqual([{ code, severity: 'warning', message: expect.any(String) }]);
      expect(uploadError(report)).toBeUndefined();
    }
    const wrong = await read(bytes, [key, withKey(other, { publicKey: makeReleaseKey().publicKey })]);
    expect(uploadError(wrong)).toBe('PACKAGE_SIGNATURE_INVALID');
  });

  describe('that needs two signatures', () => {
    const two = { INTERNAL: 1, BETA: 1, STABLE: 2 };

    it('a package that needs two signatures is rejected for STABLE with one, and accepted with two', async () => {
      const one = await read((await makePackage([key])).bytes, [key, other], { thresholds: two });
      expect(one.thresholdMet).toBe(true);
      expect(uploadError(one, 'BETA')).toBeUndefined();
      expect(uploadError(one, 'STABLE')).toBe('PACKAGE_SIGNATURE_INVALID');
      const both = await read((await makePackage([key, other])).bytes, [key, other], { thresholds: two });
      expect(uploadError(both, 'STABLE')).toBeUndefined();
    });

    it('a package that needs two signatures is rejected if one of the keys is not for the channel', async () => {
      const registry = [key, withKey(other, { channels: ['BETA'] })];
      const report = await read((await makePackage([key, other])).bytes, registry, { thresholds: two });
      expect(uploadError(report, 'BETA')).toBeUndefined();
      expect(uploadError(report, 'STABLE')).toBe('PACKAGE_NOT_ALLOWED');
    });

    it.each<[string, Partial<ReleaseKey>]>([
      ['PACKAGE_KEY_UNKNOWN', { kid: 'x', publicKey: makeReleaseKey().publicKey }],
      ['PACKAGE_KEY_RETIRED', { status: 'RETIRED' }],
      ['PACKAGE_KEY_REVOKED', { status: 'REVOKED' }],
    ])(
      'a package that needs two signatures is rejected with the reason of the missing one: %s',
      async (code, overrides) => {
        const registry = [key, withKey(other, overrides)];
        const thresholds = { INTERNAL: 2, BETA: 2, STABLE: 2 };
        const report = await read((await makePackage([key, other])).bytes, registry, { thresholds });
        expect(uploadError(report)).toBe(code);
        expect(report.thresholdMet).toBe(false);
      },
    );
  });
});

describe('the manifest of a package restricts', () => {
  it.each<[string, TestManifest, string | undefined]>([
    ['its channels', { allowedChannels: ['BETA'] }, 'PACKAGE_NOT_ALLOWED'],
    ['its time: it is rejected at its expiry', { expiresAt: '2026-11-21T12:00:00Z' }, 'PACKAGE_NOT_ALLOWED'],
    ['its time: it is accepted before its expiry', { expiresAt: '2026-11-21T12:00:00.001Z' }, undefined],
  ])('%s', async (_, manifest, code) => {
    expect(uploadError(await read((await makePackage([key], { manifest })).bytes, [key]), 'STABLE')).toBe(code);
  });
});

describe('a stored release that is verified again', () => {
  const trust = { brand: BRAND, now: NOW, thresholds: { INTERNAL: 1, BETA: 1, STABLE: 1 } };
  const check = async (registry: readonly ReleaseKey[], now = NOW) => {
    const { manifestBytes, signatures } = await makePackage([key], { manifest: { expiresAt: '2026-12-01T00:00:00Z' } });
    const stored = { manifest: manifestBytes, signatures, channel: 'STABLE' } as const;
    return errorOf(() => verifyStored(stored, { ...trust, registry, now }));
  };

  it.each<[string, string | undefined, Partial<ReleaseKey>]>([
    ['is valid with its key', undefined, {}],
    ['is valid with a key that was retired since', undefined, { status: 'RETIRED' }],
    ['is valid with a key that expired since', undefined, { notAfter: PAST }],
    ['is invalid with a revoked key', 'PACKAGE_KEY_REVOKED', { status: 'REVOKED' }],
    ['is invalid with a key that is no longer for its channel', 'PACKAGE_SIGNATURE_INVALID', { channels: ['BETA'] }],
  ])('%s: %s', async (_, code, overrides) => {
    expect(await check([withKey(key, overrides)])).toBe(code);
  });

  it('a stored release that is verified again is invalid if its key is unknown, its bytes were changed, or it has expired', async () => {
    expect(await check([other])).toBe('PACKAGE_KEY_UNKNOWN');
    expect(await check([key], new Date('2026-12-01T00:00:00Z'))).toBe('PACKAGE_NOT_ALLOWED');
    const { manifestBytes, signatures } = await makePackage([key]);
    const manifest = Buffer.from(manifestBytes.toString().replace('rev-b', 'rev-c'));
    const stored = { manifest, signatures, channel: 'STABLE' } as const;
    expect(errorOf(() => verifyStored(stored, { ...trust, registry: [key] }))).toBe('PACKAGE_SIGNATURE_INVALID');
  });

  it('a stored release that is verified again stays trusted as long as one of its signers is trusted', () => {
    const revoked = withKey(other, { status: 'REVOKED' });
    expect(hasUnrevokedSigner([key.kid, other.kid], [withKey(key, { status: 'RETIRED' }), revoked])).toBe(true);
    expect(hasUnrevokedSigner([other.kid], [key, revoked])).toBe(false);
    expect(hasUnrevokedSigner([other.kid], [key])).toBe(false);
    expect(hasUnrevokedSigner([], [key])).toBe(false);
  });
});

describe('the signature of a legacy image', () => {
  const image = makeImage();
  const sha256 = sha256Of(image);
  const target = { channel: 'STABLE', hardwareRevision: 'rev-b' };

  it('the signature of a legacy image returns the kid of its key', () => {
    expect(verifyLegacySignature(sha256, legacySignature(image, key), [other, key], NOW, target)).toBe(key.kid);
  });

  it.each<[string, string, Partial<ReleaseKey>]>([
    ['a retired key', 'PACKAGE_KEY_RETIRED', { status: 'RETIRED' }],
    ['a revoked key', 'PACKAGE_KEY_REVOKED', { status: 'REVOKED' }],
    ['an expired key', 'PACKAGE_NOT_ALLOWED', { notAfter: NOW }],
    ['a key for another channel', 'PACKAGE_NOT_ALLOWED', { channels: ['BETA'] }],
    ['a key for other hardware', 'PACKAGE_NOT_ALLOWED', { hardwareRevisions: ['rev-a'] }],
  ])('the signature of a legacy image with %s is %s', (_, code, overrides) => {
    const registry = [withKey(key, overrides)];
    expect(errorOf(() => verifyLegacySignature(sha256, legacySignature(image, key), registry, NOW, target))).toBe(code);
  });

  it.each<[string, string]>([
    ['of another image', legacySignature(makeImage({ seed: 'other' }), key)],
    ['without the prefix', sign(null, Buffer.from(sha256, 'hex'), key.privateKey).toString('base64')],
    ['of an unknown key', legacySignature(image, makeReleaseKey())],
    ['in hexadecimal', Buffer.from(legacySignature(image, key), 'base64').toString('hex')],
    ['cut short', legacySignature(image, key).slice(0, -4)],
    ['that is not base64', '***'],
    ['that is empty', ''],
  ])('%s is PACKAGE_SIGNATURE_INVALID', (_, signature) => {
    expect(errorOf(() => verifyLegacySignature(sha256, signature, [key], NOW, target))).toBe(
      'PACKAGE_SIGNATURE_INVALID',
    );
  });
});
