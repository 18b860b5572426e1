import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import { open, seal } from '../../src/domain/formats/secret-box.ts';
import type { KeySettings, Keys } from '../../src/model/ports.ts';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { publicJwk } from '../../src/platform/keys/release-trust.ts';

const FILES = ['claim-code-pepper', 'grant-issuer.jwk.json', 'key-encryption-keys', 'pairing-issuer.jwk.json'];

describe('keys in the key folder', () => {
  let root: string;
  let path: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'karvon-keys-'));
    path = join(root, 'a', 'keys');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const load = () => loadKeys({ kind: 'folder', path });
  const mode = (file: string) => statSync(join(path, file)).mode & 0o777;

  it('keys in the key folder are generated once, readable by this user only, without leftover files', () => {
    const { warnings } = load();
    expect(readdirSync(path).sort()).toEqual(FILES);
    expect(FILES.map(mode)).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect(mode('.')).toBe(0o700);
    expect(warnings).toEqual([]);
  });

  it('keys in the key folder are reused at the next start', () => {
    const first: Keys = load();
    const second: Keys = load();
    expect(open(second, seal(first, Buffer.from('s'), 'a'), 'a').toString()).toBe('s');
    expect(second.claimCodePepper).toEqual(first.claimCodePepper);
    expect(second.pairingIssuerJwks).toEqual(first.pairingIssuerJwks);
    expect(second.grantIssuerJwks).toEqual(first.grantIssuerJwks);
  });

  it('keys in the key folder are generated if missing, and existing ones are kept', () => {
    const first = { ...load() };
    rmSync(join(path, 'grant-issuer.jwk.json'));
    const second = load();
    expect(second.currentKek).toEqual(first.currentKek);
    expect(second.grantIssuerJwks).not.toEqual(first.grantIssuerJwks);
  });

  it('keys in the key folder are generated once if several processes start concurrently', async () => {
    const module = JSON.stringify(new URL('../../src/platform/keys/key-files.ts', import.meta.url));
    const script = `import(${module}).then(({ loadKeys }) => {
      const keys = loadKeys({ kind: 'folder', path: process.argv[1] });
      const texts = [keys.currentKek.kid, keys.claimCodePepper.toString('hex'), keys.pairingIssuerJwks, keys.grantIssuerJwks];
      process.stdout.write(JSON.stringify(texts));
    })`;
    const start = () =>
      promisify(execFile)(process.execPath, ['-e', script, path], { env: { PATH: process.env.PATH } });
    const outputs = await Promise.all(Array.from({ length: 6 }, start));
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(readdirSync(path).sort()).toEqual(FILES);
  });

  it('keys in the key folder have derived ids: SHA-256 for the key-encryption key, RFC 7638 thumbprints for issuer keys', async () => {
    const { currentKek, pairingIssuerJwks, grantIssuerJwks } = load();
    expect(currentKek.key).toHaveLength(32);
    expect(currentKek.kid).toBe(createHash('sha256').update(currentKek.key).digest('hex').slice(0, 8));
    for (const { keys } of [pairingIssuerJwks, grantIssuerJwks]) {
      expect(keys).toHaveLength(1);
      expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(keys[0]?.kid).toBe(await calculateJwkThumbprint({ ...keys[0] }));
    }
    expect(pairingIssuerJwks).not.toEqual(grantIssuerJwks);
  });

  it('keys in the key folder can be rotated: the first line encrypts, older ones still decrypt', () => {
    const before = load();
    const sealed = seal(before, Buffer.from('s'), 'a');
    const file = join(path, 'key-encryption-keys');
    writeFileSync(file, `new:${randomBytes(32).toString('base64')}\n${readFileSync(file, 'utf8')}`);
    const after = load();
    expect(after.currentKek.kid).toBe('new');
    expect(open(after, sealed, 'a').toString()).toBe('s');
    expect(after.kek('other')).toBeUndefined();
  });

  it('keys in the key folder include the release trust if its file exists', () => {
    expect(load().releaseTrustJwks).toEqual({ keys: [] });
    const jwk = publicJwk(generateKeyPairSync('ed25519').publicKey);
    writeFileSync(join(path, 'release-trust.jwks.json'), JSON.stringify({ keys: [{ ...jwk, label: 'line 1' }] }));
    expect(load().releaseTrustJwks).toEqual({ keys: [jwk] });
  });

  it.each(['.', ...FILES])('keys in the key folder cause a warning if %s is readable by other users', (file) => {
    load();
    chmodSync(join(path, file), file === '.' ? 0o755 : 0o644);
    expect(load().warnings).toEqual([expect.stringContaining(`${join(path, file)} is readable by other users`)]);
  });

  it.each(FILES)(
    'keys in the key folder fail to load if %s is damaged, with its name but without printing or replacing it',
    (file) => {
      load();
      const canary = 'canary-8f3a canary-8f3a';
      writeFileSync(join(path, file), canary);
      expect(load).toThrow(expect.objectContaining({ message: expect.stringContaining(join(path, file)) }));
      expect(load).not.toThrow(/canary/);
      expect(readFileSync(join(path, file), 'utf8')).toBe(canary);
    },
  );
});

describe('keys from settings', () => {
  const issuer = () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
  const settings = {
    kind: 'explicit',
    kek: `k2:${base64(32)},k1:${base64(32)}`,
    pepper: base64(32),
    pairingIssuerKey: issuer(),
    grantIssuerKey: issuer(),
  } as const satisfies KeySettings;

  it('keys from settings are loaded', () => {
    const keys: Keys = loadKeys(settings);
    expect(keys.currentKek.kid).toBe('k2');
    expect(keys.kek('k1')?.key).toHaveLength(32);
    expect(keys.claimCodePepper.toString('base64')).toBe(settings.pepper);
    expect(keys.releaseTrustJwks.keys).toEqual([]);
  });

  const pair = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const stranger = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const canaryKey = base64(31);

  it.each<[string, string, string]>([
    ['kek', '', 'setting kek: contains no'],
    ['kek', canaryKey, 'setting kek, entry 1'],
    ['kek', `k1:${canaryKey}`, 'setting kek, entry 1'],
    ['kek', `k1:${base64(32)},k2:${base64(32)}x`, 'setting kek, entry 2'],
    ['kek', `k1:${base64(32)},k1:${base64(32)}`, 'same kid'],
    ['kek', `k 1:${base64(32)}`, 'setting kek, entry 1'],
    ['pepper', '', 'setting pepper'],
    ['pepper', canaryKey, 'setting pepper'],
    ['pepper', 'not base64 at all, but long enough to be a pepper of many bytes', 'setting pepper'],
    ['pairingIssuerKey', `{"d":"${canaryKey}"`, 'setting pairingIssuerKey: is not valid JSON'],
    ['pairingIssuerKey', `"${canaryKey}"`, 'setting pairingIssuerKey: must be a JSON object'],
    ['pairingIssuerKey', '[]', 'setting pairingIssuerKey: must be a JSON object'],
    ['pairingIssuerKey', JSON.stringify({ ...pair, d: undefined }), 'setting pairingIssuerKey: must be a private'],
    ['pairingIssuerKey', JSON.stringify({ ...pair, d: canaryKey }), 'setting pairingIssuerKey: must be a private'],
    ['grantIssuerKey', JSON.stringify({ ...pair, x: stranger.x }), 'setting grantIssuerKey: must be a private'],
    ['grantIssuerKey', JSON.stringify(rsa), 'setting grantIssuerKey: must be a private'],
    ['releaseTrust', '{}', 'setting releaseTrust: must be a JWKS'],
    [
      'releaseTrust',
      JSON.stringify({ keys: [{ ...pair, kid: 'a' }] }),
      'setting releaseTrust, key 1: is a private key',
    ],
    ['releaseTrust', JSON.stringify({ keys: [stranger] }), 'setting releaseTrust, key 1: kid must be'],
  ])('keys from settings fail to load if %s is invalid, with its name (%#)', (name, value, message) => {
    const attempt = () => loadKeys({ ...settings, [name]: value });
    expect(attempt).toThrow(expect.objectContaining({ message: expect.stringContaining(message) }));
    expect(attempt).not.toThrow(expect.objectContaining({ message: expect.stringContaining(canaryKey) }));
  });
});
