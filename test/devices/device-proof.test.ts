import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import {
  currentInstallationPayload,
  heartbeatPayload,
  latestFirmwarePayload,
  legacyReportPayload,
  reportPayload,
  verifyProof,
} from '../../src/domain/devices/device-proof.ts';
import { DomainError } from '../../src/domain/kernel/errors.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const SERIAL = 'KRV-0123456789ABCDEF';
const RELEASE = '0199a0b0-0000-7000-8000-000000000001';
const INSTALLATION = '0199a0b0-0000-7000-8000-000000000002';
const SECRET = randomBytes(32);
const TAIL = `${SERIAL}.1.4.2.77`;

function sign(payload: string, secret = SECRET): string {
  return createHmac('sha256', secret).update(payload).digest('hex');
}

function verify({
  timestamp = String(NOW.getTime()),
  payloadTail = TAIL,
  proof = sign(`${timestamp}.${payloadTail}`),
  secrets = [SECRET],
}: {
  timestamp?: string;
  payloadTail?: string;
  proof?: string;
  secrets?: readonly Buffer[];
}) {
  return verifyProof({ headers: { timestamp, proof }, payloadTail, secrets, now: NOW });
}

function refusal(attempt: () => unknown): DomainError {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

const codeOf = (attempt: () => unknown) => refusal(attempt).code;

describe('device proof', () => {
  it('device proof accepts a valid proof in lower, upper and mixed case', () => {
    const proof = sign(`${NOW.getTime()}.${TAIL}`);
    const mixed = proof.slice(0, 32).toUpperCase() + proof.slice(32);
    for (const form of [proof, proof.toUpperCase(), mixed]) {
      expect(verify({ proof: form })).toEqual({ secretIndex: 0, timestampMs: NOW.getTime() });
    }
  });

  it('device proof equals the HMAC of the platform for any secret and payload', () => {
    const secretBytes = fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes));
    const text = fc.string({ unit: 'binary', maxLength: 400 });
    fc.assert(
      fc.property(secretBytes, text, (secret, payloadTail) => {
        const proof = sign(`${NOW.getTime()}.${payloadTail}`, secret);
        expect(verify({ payloadTail, proof, secrets: [secret] }).secretIndex).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('device proof returns which of two live secrets signed it', () => {
    const pending = randomBytes(32);
    const proof = sign(`${NOW.getTime()}.${TAIL}`, pending);
    expect(verify({ proof, secrets: [SECRET, pending] }).secretIndex).toBe(1);
    expect(verify({ proof, secrets: [pending, SECRET] }).secretIndex).toBe(0);
  });

  it.each([
    [undefined, undefined],
    [undefined, 'ab'],
    ['123', undefined],
  ])('device proof fails unless both headers are sent (%s, %s)', (timestamp, proof) => {
    const attempt = () =>
      verifyProof({ headers: { timestamp, proof }, payloadTail: TAIL, secrets: [SECRET], now: NOW });
    expect(codeOf(attempt)).toBe('DEVICE_PROOF_REQUIRED');
  });

  it.each([-300_000, -1, 0, 1, 300_000])('device proof accepts a clock %i ms away', (delta) => {
    const timestampMs = NOW.getTime() + delta;
    expect(verify({ timestamp: String(timestampMs) })).toEqual({ secretIndex: 0, timestampMs });
  });

  it.each([-300_001, 300_001, -NOW.getTime()])('device proof rejects a clock %i ms away', (delta) => {
    expect(codeOf(() => verify({ timestamp: String(NOW.getTime() + delta) }))).toBe('DEVICE_TIMESTAMP_OUT_OF_RANGE');
  });

  it.each([
    ['the time in seconds', String(Math.floor(NOW.getTime() / 1000))],
    ['the largest value', '9'.repeat(16)],
  ])('device proof rejects a timestamp with %s as out of range', (_name, timestamp) => {
    expect(codeOf(() => verify({ timestamp }))).toBe('DEVICE_TIMESTAMP_OUT_OF_RANGE');
  });

  it('device proof reveals nothing about the clock unless the MAC is valid', () => {
    const timestamp = String(NOW.getTime() - 300_001);
    expect(codeOf(() => verify({ timestamp, proof: sign('something else') }))).toBe('DEVICE_PROOF_INVALID');
  });

  const nowText = String(NOW.getTime());
  it.each([
    ...['', '-', 'NaN', '1e400', '0x10', '-1', 'now', '9'.repeat(17), '9'.repeat(1_000_000)],
    ...[`0${nowText}`, `+${nowText}`, ` ${nowText}`, `${nowText} `, `${nowText}\n`, `${nowText}.0`, `${nowText}e0`],
    ...[`${nowText}, ${nowText}`, `0x${NOW.getTime().toString(16)}`, NOW.toISOString(), nowText.replace('1', '١')],
  ])('device proof rejects a timestamp that is not a canonical number, even if it is signed (%#)', (timestamp) => {
    expect(codeOf(() => verify({ timestamp }))).toBe('DEVICE_PROOF_INVALID');
  });

  it.each([0, 1, 62, 63, 65, 66, 128, 1_000_000])('device proof rejects a proof of %i digits', (length) => {
    const proof = sign(`${NOW.getTime()}.${TAIL}`)
      .repeat(Math.ceil(length / 64))
      .slice(0, length);
    expect(codeOf(() => verify({ proof }))).toBe('DEVICE_PROOF_INVALID');
  });

  it.each(['g', 'z', ' ', '\n', '\0', 'é', '-'])('device proof rejects a proof that contains %j', (character) => {
    const proof = sign(`${NOW.getTime()}.${TAIL}`);
    expect(codeOf(() => verify({ proof: proof.slice(0, 63) + character }))).toBe('DEVICE_PROOF_INVALID');
    expect(codeOf(() => verify({ proof: proof + character }))).toBe('DEVICE_PROOF_INVALID');
    expect(codeOf(() => verify({ proof: character + proof.slice(1) }))).toBe('DEVICE_PROOF_INVALID');
  });

  it('device proof rejects a bit flip in any of the 64 digits', () => {
    const proof = sign(`${NOW.getTime()}.${TAIL}`);
    for (let index = 0; index < 64; index += 1) {
      for (const bit of [1, 2, 4, 8]) {
        const digit = (Number.parseInt(proof.charAt(index), 16) ^ bit).toString(16);
        const flipped = proof.slice(0, index) + digit + proof.slice(index + 1);
        expect(codeOf(() => verify({ proof: flipped }))).toBe('DEVICE_PROOF_INVALID');
      }
    }
  });

  it('device proof fails identically for an unknown serial, a wrong proof and an invalid payload', () => {
    const unknown = refusal(() => verify({ secrets: [] }));
    const wrong = refusal(() => verify({ proof: sign('something else') }));
    const noPayload = refusal(() =>
      verifyProof({
        headers: { timestamp: String(NOW.getTime()), proof: sign('something else') },
        payloadTail: undefined,
        secrets: [SECRET],
        now: NOW,
      }),
    );
    for (const error of [unknown, wrong, noPayload]) {
      expect(error).toMatchObject({ kind: 'unauthenticated', code: 'DEVICE_PROOF_INVALID', message: unknown.message });
    }
  });

  it('device proof covers the timestamp and the payload', () => {
    const proof = sign(`${NOW.getTime()}.${TAIL}`);
    expect(codeOf(() => verify({ proof, timestamp: String(NOW.getTime() + 1) }))).toBe('DEVICE_PROOF_INVALID');
    expect(codeOf(() => verify({ proof, payloadTail: `${TAIL}0` }))).toBe('DEVICE_PROOF_INVALID');
  });

  it('signed with a zero key or an empty key is never valid for an unknown serial', () => {
    for (const secret of [Buffer.alloc(32), Buffer.alloc(0)]) {
      const proof = sign(`${NOW.getTime()}.${TAIL}`, secret);
      expect(codeOf(() => verify({ proof, secrets: [] }))).toBe('DEVICE_PROOF_INVALID');
    }
  });
});

describe('proof payloads', () => {
  const serial = SERIAL;

  it('proof payloads are those of the contract, after the timestamp', () => {
    expect(heartbeatPayload({ serial, firmwareVersion: '1.4.2-rc1', uptime: 77 })).toBe(`${serial}.1.4.2-rc1.77`);
    expect(latestFirmwarePayload({ serial, currentFirmware: '1.4.2' })).toBe(`${serial}.1.4.2`);
    expect(currentInstallationPayload({ serial })).toBe(`${serial}.installation-status.latest`);
    expect(currentInstallationPayload({ serial, installationId: INSTALLATION })).toBe(
      `${serial}.installation-status.${INSTALLATION}`,
    );
    expect(reportPayload({ serial, releaseId: RELEASE, installationId: INSTALLATION, status: 'ROLLED_BACK' })).toBe(
      `${serial}.${RELEASE}.${INSTALLATION}.ROLLED_BACK`,
    );
    expect(legacyReportPayload({ serial, releaseId: RELEASE, status: 'SUCCESS' })).toBe(`${serial}.${RELEASE}.SUCCESS`);
  });

  const badSerials = ['', 'A.B', '.A', 'A.', '-A', '_A', 'A B', 'A\n', 'Ä', 'A'.repeat(65), undefined, null, 5, ['A']];
  it.each(badSerials)('proof payloads require a serial without dots: %j is rejected', (bad) => {
    expect(heartbeatPayload({ serial: bad, firmwareVersion: '1.4.2', uptime: 77 })).toBeUndefined();
    expect(latestFirmwarePayload({ serial: bad, currentFirmware: '1.4.2' })).toBeUndefined();
    expect(currentInstallationPayload({ serial: bad })).toBeUndefined();
    expect(
      reportPayload({ serial: bad, releaseId: RELEASE, installationId: INSTALLATION, status: 'SUCCESS' }),
    ).toBeUndefined();
    expect(legacyReportPayload({ serial: bad, releaseId: RELEASE, status: 'SUCCESS' })).toBeUndefined();
  });

  const badVersions = [
    '',
    '1',
    '1.2',
    '1.2.3.4',
    '1.2.3.500',
    '1.2.3-',
    '1.2.3-a.b',
    '12345.1.1',
    'v1.2.3',
    '1.2.3 ',
    undefined,
    1.2,
  ];
  it.each(badVersions)('proof payloads require a firmware version of three numbers: %j is rejected', (bad) => {
    expect(heartbeatPayload({ serial, firmwareVersion: bad, uptime: 77 })).toBeUndefined();
    expect(latestFirmwarePayload({ serial, currentFirmware: bad })).toBeUndefined();
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21, '5', null, undefined])(
    'proof payloads require an integer uptime: %p is rejected',
    (uptime) => {
      expect(heartbeatPayload({ serial, firmwareVersion: '1.4.2', uptime })).toBeUndefined();
    },
  );

  it('proof payloads contain the uptime in decimal notation', () => {
    const tail = (uptime: number) => heartbeatPayload({ serial, firmwareVersion: '1.4.2', uptime });
    expect(tail(0)).toBe(`${serial}.1.4.2.0`);
    expect(tail(-0)).toBe(`${serial}.1.4.2.0`);
    expect(tail(2 ** 53 - 1)).toBe(`${serial}.1.4.2.9007199254740991`);
  });

  it.each(['latest', 'installation-status', '', 'r1', `${RELEASE}0`, `${RELEASE}\n`, null])(
    'proof payloads require UUIDs: %j is rejected',
    (bad) => {
      expect(currentInstallationPayload({ serial, installationId: bad })).toBeUndefined();
      expect(
        reportPayload({ serial, releaseId: bad, installationId: INSTALLATION, status: 'SUCCESS' }),
      ).toBeUndefined();
      expect(reportPayload({ serial, releaseId: RELEASE, installationId: bad, status: 'SUCCESS' })).toBeUndefined();
      expect(legacyReportPayload({ serial, releaseId: bad, status: 'SUCCESS' })).toBeUndefined();
    },
  );

  it.each(['', 'success', 'A.B', 'latest', INSTALLATION, '1', undefined])(
    'proof payloads require a known status: %j is rejected',
    (status) => {
      expect(reportPayload({ serial, releaseId: RELEASE, installationId: INSTALLATION, status })).toBeUndefined();
      expect(legacyReportPayload({ serial, releaseId: RELEASE, status })).toBeUndefined();
    },
  );
});

/** One operation: how many fields its payload has, and the payload it makes of them. */
interface Reading {
  readonly name: string;
  readonly fields: number;
  build(fields: readonly string[]): string | undefined;
}

/** A number as JSON would carry it, when the text is its canonical form. */
const asNumber = (text: string | undefined) => (String(Number(text)) === text ? Number(text) : text);
const asOptionalId = (text: string | undefined) => (text === 'latest' ? undefined : text);

const currentReading: Reading = {
  name: 'current',
  fields: 3,
  build: ([serial, word, id]) =>
    word === 'installation-status'
      ? currentInstallationPayload({ serial, installationId: asOptionalId(id) })
      : undefined,
};
const reportReading: Reading = {
  name: 'report',
  fields: 4,
  build: ([serial, releaseId, installationId, status]) => reportPayload({ serial, releaseId, installationId, status }),
};
const legacyReading: Reading = {
  name: 'legacy report',
  fields: 3,
  build: ([serial, releaseId, status]) => legacyReportPayload({ serial, releaseId, status }),
};
const heartbeatReading: Reading = {
  name: 'heartbeat',
  fields: 3,
  build: ([serial, firmwareVersion, uptime]) => heartbeatPayload({ serial, firmwareVersion, uptime: asNumber(uptime) }),
};
const latestReading: Reading = {
  name: 'latest',
  fields: 2,
  build: ([serial, currentFirmware]) => latestFirmwarePayload({ serial, currentFirmware }),
};
const READINGS = [heartbeatReading, latestReading, currentReading, reportReading, legacyReading];

/** Every way to cut the tokens into that many fields of one token or more. */
function cuts(tokens: readonly string[], fields: number): string[][] {
  if (fields === 1) return tokens.length > 0 ? [[tokens.join('.')]] : [];
  return tokens.flatMap((_token, index) =>
    cuts(tokens.slice(index + 1), fields - 1).map((rest) => [tokens.slice(0, index + 1).join('.'), ...rest]),
  );
}

/** All inputs, of any operation, that are accepted and whose payload is exactly this text. */
function readings(payload: string, operations: readonly Reading[]): string[] {
  const tokens = payload.split('.');
  return operations.flatMap(({ name, fields, build }) =>
    cuts(tokens, fields)
      .filter((cut) => build(cut) === payload)
      .map((cut) => `${name}(${cut.join(' | ')})`),
  );
}

const number = fc.constantFrom('0', '1', '2', '12', '500', '9999', '10000', '9007199254740991', '01');
const uuid = fc.constantFrom(RELEASE, INSTALLATION, RELEASE.toUpperCase(), '00000000-0000-0000-0000-000000000000');
const status = fc.constantFrom('SUCCESS', 'FAILED', 'ROLLED_BACK', 'latest', 'A');
const serialToken = fc.constantFrom(SERIAL, 'A', '1', 'latest', 'installation-status', RELEASE, 'SUCCESS', '-A', '');
const suffixed = fc.tuple(number, fc.constantFrom('-rc1', '+b-2', '-', '-rc+1', '-1')).map((parts) => parts.join(''));
const word = fc.constantFrom('installation-status', 'latest', 'LATEST', '');
const anyToken = fc.oneof(number, uuid, status, serialToken, suffixed, word);

/** Payloads in the image of each operation and in its neighbourhood, all from the same words. */
const payload = fc
  .tuple(
    serialToken,
    fc.oneof(
      fc.array(anyToken, { maxLength: 6 }),
      fc.array(number, { minLength: 1, maxLength: 6 }),
      fc.tuple(number, number, fc.oneof(number, suffixed)),
      fc.tuple(number, number, fc.oneof(number, suffixed), number),
      fc.tuple(fc.oneof(word, uuid), fc.oneof(uuid, word, status)),
      fc.tuple(uuid, fc.oneof(uuid, word), status),
    ),
  )
  .map(([serial, rest]) => [serial, ...rest].join('.'));

describe('proof payloads of all operations', () => {
  const property = (operations: readonly Reading[]) =>
    fc.property(payload, (text) => readings(text, operations).length <= 1);

  it('proof payloads of all operations are unique: no two accepted inputs have the same payload', () => {
    fc.assert(property(READINGS), { numRuns: 20_000 });
  });

  it('proof payloads of all operations are covered by the property: it generates accepted payloads of every operation', () => {
    const accepted = fc.sample(payload, { numRuns: 15_000, seed: 7 }).flatMap((text) => readings(text, READINGS));
    for (const { name } of READINGS) {
      expect(accepted.filter((reading) => reading.startsWith(`${name}(`)).length).toBeGreaterThan(100);
    }
  });

  it.each<[string, RegExp, string]>([
    ['at most three numbers', /^\d{1,4}(?:\.\d{1,4}){0,2}$/, 'S.1.2.5'],
    ['four numbers', /^\d{1,4}(?:\.\d{1,4}){2,3}$/, 'S.1.2.3.500'],
    ['a suffix with dots', /^\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[a-z0-9.]+)?$/, 'S.1.2.3-rc.5'],
  ])('proof payloads of all operations would collide if a version could have %s', (_name, version, collision) => {
    const loose = (reading: Reading): Reading => ({
      ...reading,
      build: (fields) => (version.test(fields[1] ?? '') && !fields[0]?.includes('.') ? fields.join('.') : undefined),
    });
    const operations = [loose(heartbeatReading), loose(latestReading), currentReading, reportReading, legacyReading];
    expect(readings(collision, operations).length).toBeGreaterThan(1);
    if (!collision.includes('rc')) expect(fc.check(property(operations), { numRuns: 20_000 }).failed).toBe(true);
  });

  it('proof payloads of all operations would collide if ids could be arbitrary strings', () => {
    const anyId: Reading = { ...legacyReading, build: (fields) => fields.join('.') };
    expect(fc.check(property([currentReading, anyId]), { numRuns: 20_000 }).failed).toBe(true);
  });
});
