import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt, decodeProtectedHeader } from 'jose';
import { parseProvisionerKey } from '../../src/domain/devices/provisioner-key.ts';
import { type EnvelopeContent, sealEnvelope } from '../../src/domain/devices/provisioning-envelope.ts';

const rsa = (modulusLength: number, publicExponent = 65537) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent });
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const pkcs1 = (key: KeyObject) => key.export({ type: 'pkcs1', format: 'pem' }).toString();

const station = rsa(2048);
const PEM = spki(station.publicKey);

/** An RSA public key of these numbers, as SPKI PEM; OpenSSL does not ask whether it is any good. */
function rsaOf(modulus: Buffer): string {
  return spki(createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' }));
}

describe('a provisioner key', () => {
  it.each<[string, string]>([
    ['SPKI of 2048 bits', PEM],
    ['PKCS#1 of 2048 bits', pkcs1(station.publicKey)],
    ['SPKI of 4096 bits', spki(rsa(4096).publicKey)],
    ['CRLF line ends', PEM.replaceAll('\n', '\r\n')],
    ['space around it', `\n ${PEM}\n\n`],
  ])('a provisioner key is accepted: %s', (_name, pem) => {
    const { key, fingerprint } = parseProvisionerKey(pem);
    expect(key.type).toBe('public');
    const der = key.export({ type: 'spki', format: 'der' });
    expect(fingerprint).toBe(createHash('sha256').update(der).digest('hex'));
  });

  it('a provisioner key has the same fingerprint in both encodings', () => {
    expect(parseProvisionerKey(pkcs1(station.publicKey)).fingerprint).toBe(parseProvisionerKey(PEM).fingerprint);
  });

  const evenModulus = Buffer.alloc(256, 0xff);
  evenModulus.writeUInt8(0xfe, 255);
  const privatePkcs8 = station.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const encrypted = station.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();

  it.each<[string, string, string]>([
    ['1024 bits', spki(rsa(1024).publicKey), '2048 to 8192 bits'],
    ['2047 bits', rsaOf(Buffer.concat([Buffer.from([0x7f]), Buffer.alloc(255, 0xff)])), '2048 to 8192 bits'],
    ['more than 8192 bits', rsaOf(Buffer.alloc(1025, 0xff)), '2048 to 8192 bits'],
    ['an exponent of 3', spki(rsa(2048, 3).publicKey), 'exponent must be 65537'],
    ['an even modulus', rsaOf(evenModulus), 'cannot encrypt'],
    ['an EC key', spki(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey), 'not an RSA key'],
    ['an Ed25519 key', spki(generateKeyPairSync('ed25519').publicKey), 'not an RSA key'],
    ['an RSA-PSS key', spki(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey), 'not an RSA key'],
    ['a PKCS#8 private key', privatePkcs8, 'private key'],
    ['a PKCS#1 private key', pkcs1(station.privateKey), 'private key'],
    ['an encrypted private key', encrypted, 'private key'],
    ['a private key after the public one', PEM + privatePkcs8, 'private key'],
    ['two blocks', PEM + PEM, 'not one PEM block'],
    ['two different blocks', PEM + pkcs1(station.publicKey), 'not one PEM block'],
    ['a certificate label', PEM.replaceAll('PUBLIC KEY', 'CERTIFICATE'), 'not one PEM block'],
    ['text before it', `key: ${PEM}`, 'not one PEM block'],
    ['no end', PEM.slice(0, -30), 'not one PEM block'],
    ['labels that differ', PEM.replace('BEGIN PUBLIC', 'BEGIN RSA PUBLIC'), 'not one PEM block'],
    ['the other label', PEM.replaceAll('PUBLIC KEY', 'RSA PUBLIC KEY'), 'cannot be parsed'],
    ['a cut body', PEM.replace(/.{64}\n/, ''), 'cannot be parsed'],
    ['garbage of 8192 characters', 'x'.repeat(8192), 'not one PEM block'],
    [
      'garbage in a block',
      `-----BEGIN PUBLIC KEY-----\n${'A'.repeat(8000)}\n-----END PUBLIC KEY-----`,
      'cannot be parsed',
    ],
    ['nothing', '', 'not one PEM block'],
    ['NUL', `\0${PEM}`, 'not one PEM block'],
  ])('a provisioner key is rejected: %s', (_name, pem, reason) => {
    expect(() => parseProvisionerKey(pem)).toThrow(
      expect.objectContaining({ code: 'PROVISIONER_KEY_INVALID', message: expect.stringContaining(reason) }),
    );
  });
});

describe('a provisioning envelope', () => {
  const content: EnvelopeContent = {
    v: 1,
    envelopeId: '0199a0b0-0000-7000-8000-000000000001',
    deviceId: '0199a0b0-0000-7000-8000-000000000002',
    serial: 'KRV-0123456789ABCDEF',
    model: 'LAMP1',
    hardwareRevision: 'rev-b',
    deviceSecret: Buffer.alloc(32, 7).toString('base64url'),
    secretVersion: 2,
    claimCode: '01ABCD-EFGHJK-MNPQRS-TVWXYZ',
    pairingIssuerJwks: { keys: [] },
    releaseTrustJwks: { keys: [] },
    grantIssuerJwks: { keys: [] },
    apiBaseUrl: 'https://api.example.test',
    brandHeaderPrefix: 'karvon',
    issuedAt: '2026-11-21T12:00:00.000Z',
    expiresAt: '2026-11-22T12:00:00.000Z',
  };

  it.each([PEM, pkcs1(station.publicKey)])(
    'a provisioning envelope can be decrypted with the private key of the station',
    async (pem) => {
      const recipient = parseProvisionerKey(pem);
      const envelope = await sealEnvelope(content, recipient);
      const { plaintext, protectedHeader } = await compactDecrypt(envelope, station.privateKey);
      expect(JSON.parse(Buffer.from(plaintext).toString())).toEqual(content);
      expect(protectedHeader).toEqual({
        alg: 'RSA-OAEP-256',
        enc: 'A256GCM',
        typ: 'prov+jwe',
        cty: 'application/json',
        kid: recipient.fingerprint,
      });
    },
  );

  it('a provisioning envelope cannot be decrypted with another key or after any part was altered', async () => {
    const envelope = await sealEnvelope(content, parseProvisionerKey(PEM));
    await expect(compactDecrypt(envelope, rsa(2048).privateKey)).rejects.toThrow();
    const parts = envelope.split('.');
    expect(parts).toHaveLength(5);
    for (const index of parts.keys()) {
      const altered = parts.map((part, at) => (at === index ? swapFirst(part) : part)).join('.');
      await expect(compactDecrypt(altered, station.privateKey)).rejects.toThrow();
    }
  });

  it('a provisioning envelope does not reveal the secret, and differs each time', async () => {
    const recipient = parseProvisionerKey(PEM);
    const [first, second] = await Promise.all([sealEnvelope(content, recipient), sealEnvelope(content, recipient)]);
    expect(first).not.toBe(second);
    expect(JSON.stringify(decodeProtectedHeader(first))).not.toContain(content.serial);
    expect(first).not.toContain(content.deviceSecret);
  });

  const swapFirst = (part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
});
