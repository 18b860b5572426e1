import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint } from 'jose';
import { readConfig } from '../../src/config.ts';
import { kidOf } from '../../src/domain/firmware/package/index.ts';
import type { Keys } from '../../src/model/ports.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { publicJwk, readReleaseTrust } from '../../src/platform/keys/release-trust.ts';
import { makeReleaseKey, trustText, withKey, writeTrust } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';

const key = makeReleaseKey();
const read = (jwks: unknown) => readReleaseTrust({ name: 'trust.json', text: JSON.stringify(jwks) });
const jwk = publicJwk(key.publicKey);

describe('the key registry', () => {
  it('the key registry identifies keys by their RFC 7638 thumbprint, like another implementation', async () => {
    expect(jwk.kid).toBe(await calculateJwkThumbprint({ ...jwk }));
    expect(kidOf(key.privateKey)).toBe(jwk.kid);
    expect(kidOf(key.publicKey)).toBe(jwk.kid);
  });

  it('the key registry accepts a plain JWKS: its keys are ACTIVE and unrestricted', () => {
    expect(read({ keys: [jwk] }).keys).toEqual([
      {
        kid: jwk.kid,
        alg: 'Ed25519',
        publicKey: expect.anything(),
        label: '',
        status: 'ACTIVE',
        notBefore: null,
        notAfter: null,
        channels: null,
        hardwareRevisions: null,
      },
    ]);
    expect(read({ keys: [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid: jwk.kid }] }).keys).toHaveLength(1);
    expect(read({ keys: [] }).keys).toEqual([]);
  });

  it('the key registry accepts restrictions, and publishes only the ACTIVE keys with standard members', () => {
    const bounds = {
      label: 'line 1',
      notBefore: '2026-01-01T00:00:00Z',
      notAfter: '2027-01-01T05:00:00+05:00',
      channels: ['BETA', 'STABLE'],
      hardwareRevisions: ['rev-b'],
    };
    const others = ['RETIRED', 'REVOKED'].map((status) => ({ ...publicJwk(makeReleaseKey().publicKey), status }));
    const { keys, jwks } = read({ keys: [{ ...jwk, ...bounds, status: 'ACTIVE' }, ...others] });
    expect(keys[0]).toMatchObject({
      ...bounds,
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2027-01-01T00:00:00Z'),
    });
    expect(keys.map(({ status }) => status)).toEqual(['ACTIVE', 'RETIRED', 'REVOKED']);
    expect(jwks).toEqual({ keys: [jwk] });
    expect(Object.keys(jwks.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  });

  const x = Buffer.from(jwk.x ?? '', 'base64url');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' });
  const privateJwk = { ...key.privateKey.export({ format: 'jwk' }), kid: jwk.kid };

  it.each<[string, unknown, string]>([
    ['no array of keys', {}, 'must be a JWKS'],
    ['an array alone', [], 'must be a JSON object'],
    ['a key that is not an object', { keys: ['x'] }, 'key 1: must be a JWK'],
    ['a private key', { keys: [jwk, privateJwk] }, 'key 2: is a private key'],
    ['another kid', { keys: [{ ...jwk, kid: 'k1' }] }, `thumbprint, ${jwk.kid}`],
    ['no kid', { keys: [{ ...jwk, kid: undefined }] }, `thumbprint, ${jwk.kid}`],
    ['RSA', { keys: [{ ...rsa, kid: jwk.kid }] }, 'unknown member'],
    ['another curve', { keys: [{ ...jwk, crv: 'X25519' }] }, 'Ed25519 JWK'],
    ['another algorithm', { keys: [{ ...jwk, alg: 'ES256' }] }, 'Ed25519 JWK'],
    ['a short key', { keys: [{ ...jwk, x: x.subarray(1).toString('base64url') }] }, 'Ed25519 JWK'],
    ['a key in base64', { keys: [{ ...jwk, x: `${x.toString('base64')}` }] }, 'Ed25519 JWK'],
    ['a key twice', { keys: [jwk, { ...jwk, status: 'REVOKED' }] }, 'contains a key twice'],
    ['an unknown status', { keys: [{ ...jwk, status: 'revoked' }] }, 'status must be one of'],
    ['a misspelled restriction', { keys: [{ ...jwk, notafter: '2027-01-01T00:00:00Z' }] }, 'unknown member "notafter"'],
    ['a date without a time', { keys: [{ ...jwk, notAfter: '2027-01-01' }] }, 'notAfter must be an RFC 3339'],
    ['a nonexistent time', { keys: [{ ...jwk, notBefore: '2027-13-01T00:00:00Z' }] }, 'notBefore must be an RFC 3339'],
    ['an unknown channel', { keys: [{ ...jwk, channels: ['NIGHTLY'] }] }, 'channels must only contain'],
    ['a channel outside of an array', { keys: [{ ...jwk, channels: 'BETA' }] }, 'channels must be an array'],
    [
      'a hardware revision that is a number',
      { keys: [{ ...jwk, hardwareRevisions: [1] }] },
      'hardwareRevisions must be an array',
    ],
    ['a long label', { keys: [{ ...jwk, label: 'x'.repeat(101) }] }, 'label must be'],
  ])('the key registry rejects %s and names the file', (_, jwks, message) => {
    expect(() => read(jwks)).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
    expect(() => read(jwks)).toThrow(/^trust\.json/);
    expect(() => read(jwks)).not.toThrow(String(privateJwk.d));
  });
});

describe('the key registry in the key folder', () => {
  let dataDir: string;
  let path: string;
  let warnings: string[];
  let keys: Keys;
  const start = () => loadKeys({ kind: 'folder', path: join(dataDir, 'keys') }, (message) => warnings.push(message));
  const statuses = () => keys.releaseKeys.map(({ status }) => status);

  function replaceByFolder() {
    rmSync(path);
    mkdirSync(path);
  }

  beforeEach(() => {
    dataDir = temporaryFolder('registry');
    path = join(dataDir, 'keys', 'release-trust.jwks.json');
    warnings = [];
    keys = start();
  });

  it('the key registry in the key folder can be added, extended and changed while the service runs', () => {
    expect(keys.releaseKeys).toEqual([]);
    writeTrust(dataDir, [key]);
    expect(statuses()).toEqual(['ACTIVE']);
    expect(keys.releaseTrustJwks.keys).toEqual([jwk]);
    writeTrust(dataDir, [key, makeReleaseKey()]);
    expect(statuses()).toEqual(['ACTIVE', 'ACTIVE']);
    writeTrust(dataDir, [withKey(key, { status: 'RETIRED' })]);
    expect(statuses()).toEqual(['RETIRED']);
    expect(keys.releaseTrustJwks.keys).toEqual([]);
    writeTrust(dataDir, [withKey(key, { status: 'REVOKED' })]);
    expect(statuses()).toEqual(['REVOKED']);
    expect(warnings).toEqual([]);
  });

  it('the key registry in the key folder is reloaded if another file replaces it', () => {
    writeTrust(dataDir, [withKey(key, { status: 'RETIRED' })]);
    expect(statuses()).toEqual(['RETIRED']);
    writeFileSync(`${path}.new`, trustText([withKey(key, { status: 'REVOKED' })]));
    renameSync(`${path}.new`, path);
    expect(statuses()).toEqual(['REVOKED']);
  });

  it.each<[string, () => void]>([
    ['is damaged', () => writeFileSync(path, '{"keys":[')],
    [
      'holds a private key',
      () => writeFileSync(path, JSON.stringify({ keys: [key.privateKey.export({ format: 'jwk' })] })),
    ],
    ['is gone', () => rmSync(path)],
    ['is a folder', () => replaceByFolder()],
  ])(
    'the key registry in the key folder keeps its previous keys if the file %s, with one warning, until the file is valid again',
    (_, damage) => {
      writeTrust(dataDir, [key]);
      expect(statuses()).toEqual(['ACTIVE']);
      damage();
      expect(statuses()).toEqual(['ACTIVE']);
      expect(statuses()).toEqual(['ACTIVE']);
      expect(warnings).toEqual([expect.stringContaining('Keeping the previous release keys')]);
      expect(warnings.join()).not.toContain(String(key.privateKey.export({ format: 'jwk' }).d));
      rmSync(path, { recursive: true, force: true });
      writeTrust(dataDir, [withKey(key, { status: 'REVOKED' })]);
      expect(statuses()).toEqual(['REVOKED']);
    },
  );

  it('a key registry that is damaged at startup prevents the start', () => {
    writeFileSync(path, '{');
    expect(start).toThrow(/release-trust\.jwks\.json: is not valid JSON/);
  });

  it('the key registry in the key folder is read if other keys come from environment variables, as in production', () => {
    const issuer = () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
    const settings = {
      kind: 'explicit',
      kek: `k1:${randomBytes(32).toString('base64')}`,
      pepper: randomBytes(32).toString('base64'),
      pairingIssuerKey: issuer(),
      grantIssuerKey: issuer(),
    } as const;
    keys = loadKeys({ ...settings, releaseTrustFile: path });
    expect(statuses()).toEqual([]);
    writeTrust(dataDir, [withKey(key, { status: 'RETIRED' })]);
    expect(statuses()).toEqual(['RETIRED']);
    expect(loadKeys(settings).releaseKeys).toEqual([]);
    const told = readConfig({
      DATA_DIR: dataDir,
      KEY_ENCRYPTION_KEYS: settings.kek,
      CLAIM_CODE_PEPPER: settings.pepper,
      PAIRING_ISSUER_KEY: settings.pairingIssuerKey,
      GRANT_ISSUER_KEY: settings.grantIssuerKey,
    });
    keys = loadKeys(told.keys);
    expect(statuses()).toEqual(['RETIRED']);
  });

  it('the key registry in the key folder is overridden by the environment variable', () => {
    writeTrust(dataDir, [key]);
    const folder = { kind: 'folder', path: join(dataDir, 'keys') } as const;
    const given = loadKeys({ ...folder, releaseTrust: trustText([makeReleaseKey(), makeReleaseKey()]) });
    expect(given.releaseKeys).toHaveLength(2);
    expect(() => loadKeys({ ...folder, releaseTrust: randomBytes(9).toString('base64') })).toThrow('is not valid JSON');
  });
});
