import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compactDecrypt } from 'jose';
import {
  currentInstallationPayload,
  findSecret,
  heartbeatPayload,
  latestFirmwarePayload,
  legacyReportPayload,
  reportPayload,
  verifyProof,
} from '../../src/domain/devices/device-proof.ts';
import { verifyStored } from '../../src/domain/firmware/package/index.ts';
import { recordHeartbeat } from '../../src/domain/heartbeats/index.ts';
import { failureCodeOf, MAX_ATTEMPTS } from '../../src/domain/installations/failure-codes.ts';
import { reportInstallation } from '../../src/domain/installations/index.ts';
import { ERROR_CODES } from '../../src/domain/kernel/errors.ts';
import { readCredential } from '../../src/domain/pairing/credential.ts';
import { challengePayload } from '../../src/domain/pairing/hardware-proof.ts';
import { INSTALLATION_STATUSES } from '../../src/model/enums.ts';
import type { Json } from '../support/callers.ts';
import { makeReleaseKey } from '../support/release-package.ts';

const page = readFileSync('docs/devices/protocol.md', 'utf8');
const vectors: Json = JSON.parse(/^```json vectors\n([\s\S]*?)\n```/m.exec(page)?.[1] ?? '');
const secret = Buffer.from(vectors.device.secret, 'base64url');
const { serial } = vectors.device;
const { releaseId, installationId, status, uptime, firmwareVersion, timestamp } = vectors;

/** A section of the page. */
function section(title: string): string {
  const [, text = ''] = page.split(new RegExp(`^##+ ${title}$`, 'm'));
  return text.split(/^##+ /m)[0] ?? '';
}

/** The names in the first column of a section's tables. */
function documented(title: string): string[] {
  const firsts = section(title).matchAll(/^\| ((?:`\w+`(?:, )?)+)/gm);
  return [...firsts].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

/** What looks like a constant, and has no number. */
const NO_NUMBERS: readonly string[] = [
  ...Object.values(ERROR_CODES).flat(),
  'PROVISIONER_FINGERPRINTS',
  'FIRMWARE_VERSION',
];
const isNumber = (name: string) => !NO_NUMBERS.includes(name) && failureCodeOf(name) !== name;

/** The numbers of a constant or a default in a file: `A = 60 * B`, `#define A 3`, `a: 120`, `a ?? 65_000`, `'A', 3_600`. */
function numbersOf(name: string, text: string): number[] {
  const found = new RegExp(`\\b${name}'?\\s*(?:=|:|\\?\\?|,|\\s)\\s*(\\[[^\\]]*\\]|[^;,)\\n]+)`).exec(text)?.[1] ?? '';
  const product = (factors: string): number =>
    factors
      .replace(/[()\s]/g, '')
      .split('*')
      .reduce(
        (total, factor) => total * (/^[A-Z]/.test(factor) ? (numbersOf(factor, text)[0] ?? 0) : literalOf(factor)),
        1,
      );
  return found
    .replace(/[[\]]|\/\*.*/g, '')
    .split(',')
    .map(product);
}

/** A literal, as TypeScript or C writes it. */
function literalOf(literal: string): number {
  return Number(literal.replace(/_|[UL]+$/g, ''));
}

describe('the vectors of docs/devices/protocol.md', () => {
  const tails: Readonly<Record<string, string | undefined>> = {
    heartbeat: heartbeatPayload({ serial, firmwareVersion, uptime }),
    latest: latestFirmwarePayload({ serial, currentFirmware: firmwareVersion }),
    current: currentInstallationPayload({ serial, installationId }),
    currentLatest: currentInstallationPayload({ serial }),
    report: reportPayload({ serial, releaseId, installationId, status }),
    legacyReport: legacyReportPayload({ serial, releaseId, status }),
  };

  it.each(Object.entries(tails))(
    'the vectors of docs/devices/protocol.md have the proof of %s that the service accepts',
    (call, payloadTail) => {
      const { payload, proof } = vectors.proofs.find((vector: Json) => vector.call === call);
      expect(payload).toBe(`${timestamp}.${payloadTail}`);
      const headers = { timestamp: String(timestamp), proof };
      const verified = verifyProof({ headers, payloadTail, secrets: [secret], now: new Date(timestamp) });
      expect(verified).toEqual({ secretIndex: 0, timestampMs: timestamp });
    },
  );

  it('the vectors of docs/devices/protocol.md have the proof of a pairing challenge that the service accepts, and no other call', () => {
    const { payload, proof } = vectors.proofs.at(-1);
    const [, , challengeId, , appInstallationId, nonce, expiresAt] = payload.split('.');
    const facts = { challengeId, serial, appInstallationId, nonce, expiresAt: new Date(Number(expiresAt)) };
    expect(challengePayload(facts)).toBe(payload);
    expect(findSecret([secret], payload, Buffer.from(proof, 'hex'))).toBe(0);
    expect(vectors.proofs.map(({ call }: Json) => call)).toEqual([...Object.keys(tails), 'pairing']);
  });

  it('the vectors of docs/devices/protocol.md have a manifest that the service verifies, until a byte of it changes', () => {
    const { brand, key, manifest, signatures } = vectors.manifest;
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
    const keys = [{ ...makeReleaseKey(), kid: key.kid, publicKey }];
    const thresholds = { INTERNAL: 1, BETA: 1, STABLE: 1 };
    const trust = { brand, registry: keys, thresholds, now: new Date(timestamp) };
    const bytes = Buffer.from(manifest, 'base64');
    const read = () => verifyStored({ manifest: bytes, signatures, channel: 'STABLE' }, trust);
    expect(read()).toMatchObject({ version: '1.4.2', model: 'LAMP1' });
    bytes[10] = (bytes[10] ?? 0) ^ 1;
    expect(read).toThrow('too few valid signatures');
  });

  it('the vectors of docs/devices/protocol.md have a credential that the service reads, and the signature of its app', async () => {
    const { issuer, credential, thumbprint, appKey, nonce, signature } = vectors.credential;
    const pairingIssuerJwks = { keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', ...issuer }] };
    const claims = await readCredential({ pairingIssuerJwks }, { publicUrl: 'http://localhost:3000' }, credential);
    expect(claims).toMatchObject({ serial, epoch: 3, keyThumbprint: thumbprint });
    const key = createPublicKey({ key: appKey, format: 'jwk' });
    expect(verify(null, Buffer.from(nonce, 'base64url'), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('the vectors of docs/devices/protocol.md have an envelope with the same device, whose members the page explains', async () => {
    const { station, envelope } = vectors.envelope;
    const { plaintext, protectedHeader } = await compactDecrypt(envelope, createPrivateKey(station));
    expect(protectedHeader).toMatchObject({ alg: 'RSA-OAEP-256', enc: 'A256GCM', typ: 'prov+jwe' });
    const content = JSON.parse(Buffer.from(plaintext).toString());
    expect(content).toMatchObject({ serial, deviceSecret: vectors.device.secret });
    expect(secret.toString('hex')).toBe(vectors.device.secretHex);
    expect(documented('Provisioning').toSorted()).toEqual(Object.keys(content).toSorted());
  });
});

describe('the tables of docs/devices/protocol.md', () => {
  it('list the fields of a heartbeat and the statuses of a report', () => {
    const fieldsOf = ({ input }: { readonly input: Json }) => Object.keys(input.properties).toSorted();
    expect(documented('Heartbeat').toSorted()).toEqual(fieldsOf(recordHeartbeat));
    const statuses = [...section('Reports').matchAll(/^\| ([A-Z_]+) \|/gm)].map(([, name]) => name);
    expect(['AVAILABLE', ...statuses]).toEqual(INSTALLATION_STATUSES);
    const [, sent = ''] = /report\n(\{[^}]*\})/.exec(section('Reports')) ?? [];
    expect([...sent.matchAll(/[{,]\s*"(\w+)"/g)].map(([, name]) => name).toSorted()).toEqual(
      fieldsOf(reportInstallation),
    );
  });

  it('the tables of docs/devices/protocol.md name only codes that exist', () => {
    const known: readonly string[] = Object.values(ERROR_CODES).flat();
    const named = [...page.matchAll(/\b4\d\d ((?:`[A-Z_]+`(?:, )?)+)/g)].flatMap(
      ([, codes = '']) => codes.match(/[A-Z_]+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((code) => !known.includes(code))).toEqual([]);
    const failures = /begins with a code[\s\S]*?\. The service offers/.exec(page)?.[0].match(/`[A-Z0-9_]+`/g) ?? [];
    expect(failures.length).toBeGreaterThan(10);
    expect(failures.filter((code) => failureCodeOf(code) !== code.slice(1, -1))).toEqual([]);
    expect(MAX_ATTEMPTS).toBe(4);
  });

  const rows = [...section('Where the numbers come from').matchAll(/^\| `(\w+)` \| ([^|]+) \| `(\S+)` \|$/gm)].map(
    ([, name = '', value = '', file = '']) => ({ name, value, file }),
  );

  it.each(rows)('the tables of docs/devices/protocol.md have the number $name of $file', ({ name, value, file }) => {
    expect(numbersOf(name, readFileSync(file, 'utf8'))).toEqual(
      value.split(/, | \/ /).map((number) => Number(number.replaceAll(',', ''))),
    );
  });

  it('the tables of docs/devices/protocol.md have every number whose constant the page names, and no other', () => {
    const own = page.split('## Where the numbers come from')[0] ?? '';
    const named = [...own.matchAll(/`([A-Z][A-Z_0-9]+_[A-Z_0-9]+|ATTEMPTS|JITTER|limit|retry_ms|keepAliveTimeoutMs)`/g)]
      .map(([, name = '']) => name)
      .filter(isNumber);
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(named));
  });
});
