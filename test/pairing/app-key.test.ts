import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { parseAppKey } from '../../src/domain/pairing/app-key.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { claimsOf, codeOf, newPhone, pair } from './support.ts';

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

const pem = (key: KeyObject) => String(key.export({ type: 'spki', format: 'pem' }));
const der = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
/** What follows the algorithm in SPKI: 12 bytes of it for Ed25519, 26 for P-256. */
const bare = (key: KeyObject) => der(key).subarray(key.asymmetricKeyType === 'ed25519' ? 12 : 26);
const jwk = (key: KeyObject) => key.export({ format: 'jwk' });

describe.each([
  ['Ed25519', ed25519.publicKey],
  ['P-256', p256.publicKey],
])('a %s key', (_name, key) => {
  it.each([
    ['a JWK', JSON.stringify(jwk(key))],
    ['a JWK with more members', JSON.stringify({ use: 'sig', kid: 'mine', ...jwk(key) }, null, 2)],
    ['PEM', pem(key)],
    ['PEM with other line ends', `  ${pem(key).replaceAll('\n', '\r\n')}`],
    ['base64url', der(key).toString('base64url')],
    ['base64', der(key).toString('base64')],
    ['the bare key in base64url', bare(key).toString('base64url')],
    ['the bare key in base64', bare(key).toString('base64')],
  ])('a key is the same as %s', async (_form, text) => {
    const thumbprint = await calculateJwkThumbprint(jwk(key));
    expect(parseAppKey(text)).toEqual({ jwk: expect.any(String), thumbprint });
    expect(createHash('sha256').update(parseAppKey(text).jwk).digest('base64url')).toBe(thumbprint);
  });
});

const refused: readonly (readonly [string, string])[] = [
  ['RSA', pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)],
  ['an RSA JWK', JSON.stringify(jwk(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey))],
  ['P-384', pem(generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).publicKey)],
  ['secp256k1', pem(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)],
  ['a curve without a name in JWK', pem(generateKeyPairSync('ec', { namedCurve: 'secp224r1' }).publicKey)],
  ['X25519', pem(generateKeyPairSync('x25519').publicKey)],
  ['Ed448', pem(generateKeyPairSync('ed448').publicKey)],
  ['a private key', String(ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }))],
  ['a private JWK', JSON.stringify(ed25519.privateKey.export({ format: 'jwk' }))],
  ['two PEM blocks', pem(ed25519.publicKey) + pem(p256.publicKey)],
  ['a point that is not on the curve', JSON.stringify({ ...jwk(p256.publicKey), y: jwk(p256.publicKey).x })],
  ['a bare point that is not on the curve', Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64')],
  ['a secret', JSON.stringify({ kty: 'oct', k: 'AAAA' })],
  ['broken JSON', '{"kty":"OKP"'],
  ['a list', '{"0":[]}'],
  ['JSON that is no object', '[1,2,3,4]'],
  ['plain words', 'no key at all'],
  ['eight letters', 'aaaaaaaa'],
  ['ten thousand letters', 'a'.repeat(10_000)],
  ['a nested JWK', JSON.stringify({ kty: { a: 1 }, crv: ['P-256'], x: 7 })],
];

it.each(refused)('%s is rejected as an app key', (_what, text) => {
  expect(() => parseAppKey(text)).toThrow(expect.objectContaining({ code: 'PUBLIC_KEY_INVALID', kind: 'invalid' }));
});

describe('a claim', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await sharedTestApp();
  });
  afterAll(() => app.stop());

  it('binds its credential to the app’s key', async () => {
    const phone = { ...newPhone(), publicKey: pem(p256.publicKey) };
    const { body } = await pair(app, await makeDevice(app), phone);
    expect(claimsOf(body.credential).cnf).toEqual({ jkt: await calculateJwkThumbprint(jwk(p256.publicKey)) });
  });

  it('a claim with an unsupported key fails with 400 before any look-up', async () => {
    const device = await makeDevice(app);
    const reply = await pair(app, device, { ...newPhone(), publicKey: refused[0]?.[1] ?? '' });
    expect([reply.status, codeOf(reply)]).toEqual([400, 'PUBLIC_KEY_INVALID']);
    expect(await app.sql('select attempts from pairing_challenge where device_id = $1', [device.id])).toEqual([
      { attempts: 0 },
    ]);
  });
});
