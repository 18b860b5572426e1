import { randomBytes } from 'node:crypto';
import { bearer } from '../pairing/support.ts';
import type { TestApp } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import type { ContractOperation } from '../support/contract.ts';
import { databaseState } from '../support/database-state.ts';
import { built, callRest } from './calls.ts';
import { makeApp, PAYLOADS, proofHeaders } from './device-examples.ts';
import type { Example } from './example.ts';
import { exampleOf } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';

const TOLERANCE_MS = 5 * 60_000;
const [TIMESTAMP, PROOF] = ['x-karvon-timestamp', 'x-karvon-proof'];

let app: TestApp;
beforeAll(async () => {
  app = await startContractApp();
});
afterAll(() => app.stop());

type Headers = Readonly<Record<string, string>>;
type Input = Readonly<Record<string, unknown>>;

const proven = built.filter(({ auth }) => auth === 'proof');
const paired = built.filter(({ auth }) => auth === 'bearer');

const inputOf = ({ body, query }: Example): Input => body ?? query ?? {};
const proofOf = ({ headers }: Example): string => headers?.[PROOF ?? ''] ?? '';
const stampOf = ({ headers }: Example): string => headers?.[TIMESTAMP ?? ''] ?? '';

const withInput = (example: Example, input: Input): Example =>
  example.body ? { ...example, body: input } : { ...example, query: input as Record<string, string> };

function without(headers: Headers = {}, ...names: readonly (string | undefined)[]): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

/** Calls that are all refused as those of nobody, and change nothing. */
async function expectNobody(
  operation: ContractOperation,
  attempts: readonly (readonly [what: string, example: Example])[],
  code: RegExp,
): Promise<void> {
  const before = await databaseState(app.sql);
  const wrong: string[] = [];
  for (const [what, example] of attempts) {
    const { status, body, text } = await callRest(app, operation, example);
    if (status !== 401 || !code.test(body?.error?.code)) wrong.push(`${what}: ${status} ${text.slice(0, 200)}`);
  }
  expect(wrong).toEqual([]);
  expect(await databaseState(app.sql)).toEqual(before);
}

describe('a device proof', () => {
  it.each(proven)('a device proof of $id requires both headers', async (operation) => {
    const example = await exampleOf(operation.id, app);
    const cookie = { cookie: (await app.as('SUPER_ADMIN')).cookie };
    await expectNobody(
      operation,
      [
        ['no header', { ...example, headers: {} }],
        ['no proof', { ...example, headers: without(example.headers, PROOF) }],
        ['no timestamp', { ...example, headers: without(example.headers, TIMESTAMP) }],
        ['an admin without a proof', { ...example, headers: cookie }],
      ],
      /^DEVICE_PROOF_REQUIRED$/,
    );
    expect((await callRest(app, operation, example)).status).toBe(operation.success);
  });

  it.each(proven)('a device proof of $id is valid for exactly five minutes in either direction', async (operation) => {
    const at = async (offset: number): Promise<Reply> => {
      const example = await exampleOf(operation.id, app);
      const headers = example.sign?.(inputOf(example), app.clock.now().getTime() + offset);
      return callRest(app, operation, { ...example, headers });
    };
    for (const offset of [-TOLERANCE_MS, -1, 0, 1, TOLERANCE_MS]) {
      expect([offset, (await at(offset)).status]).toEqual([offset, operation.success]);
    }
    for (const offset of [-TOLERANCE_MS - 1, TOLERANCE_MS + 1]) {
      const { status, body } = await at(offset);
      expect([offset, status, body.error.code]).toEqual([offset, 401, 'DEVICE_TIMESTAMP_OUT_OF_RANGE']);
    }
  });

  it.each(proven)('a device proof of $id can be upper-case or lower-case hexadecimal', async (operation) => {
    const forms = [
      (hex: string) => hex.toLowerCase(),
      (hex: string) => hex.toUpperCase(),
      (hex: string) => hex.slice(0, 31).toUpperCase() + hex.slice(31).toLowerCase(),
    ];
    for (const form of forms) {
      const example = await exampleOf(operation.id, app);
      const headers = { ...example.headers, [PROOF ?? '']: form(proofOf(example)) };
      expect((await callRest(app, operation, { ...example, headers })).status).toBe(operation.success);
    }
  });

  it.each(proven)('a device proof of $id is invalid in any other format', async (operation) => {
    const example = await exampleOf(operation.id, app);
    const [proof, stamp] = [proofOf(example), stampOf(example)];
    const proofs = [
      '',
      proof.slice(1),
      `${proof}0`,
      `0x${proof}`,
      `${proof.slice(0, -1)}g`,
      Buffer.from(proof, 'hex').toString('base64'),
      proof.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      `${proof}, ${proof}`,
      'a'.repeat(5_000),
    ];
    const seconds = String(Math.floor(Number(stamp) / 1000));
    const stamps = [
      '',
      seconds,
      `${stamp}.0`,
      `-${stamp}`,
      `+${stamp}`,
      `0${stamp}`,
      `${stamp}0`,
      '1e12',
      'NaN',
      '0',
      'now',
    ];
    await expectNobody(
      operation,
      [
        ...proofs.map(
          (text) => [`proof ${text}`, { ...example, headers: { ...example.headers, [PROOF ?? '']: text } }] as const,
        ),
        ...stamps.map(
          (text) =>
            [`stamp ${text}`, { ...example, headers: { ...example.headers, [TIMESTAMP ?? '']: text } }] as const,
        ),
      ],
      /^DEVICE_(?:PROOF|TIMESTAMP)_/,
    );
  });

  it.each(proven)(
    'a device proof of $id is valid only for its device, operation and signed values',
    async (operation) => {
      const example = await exampleOf(operation.id, app);
      const input = inputOf(example);
      const other = await exampleOf(operation.id, app);
      const now = app.clock.now().getTime();
      const otherPayloads = Object.keys(PAYLOADS).filter((id) => id !== operation.id);
      await expectNobody(
        operation,
        [
          ['another device’s proof', { ...example, headers: other.headers }],
          ['another device’s words', withInput(example, inputOf(other))],
          ['a made-up secret', { ...example, headers: proofHeaders(operation.id, randomBytes(32), input, now) }],
          ['a moment later', { ...example, headers: { ...example.headers, [TIMESTAMP ?? '']: String(now + 1) } }],
          ...otherPayloads.map(
            (id) =>
              [`signed as ${id}`, { ...example, headers: example.sign?.({ ...SAID, ...input }, now, id) }] as const,
          ),
          ...signedChanges(operation.id, input).map(
            (changed) => [`changed: ${JSON.stringify(changed)}`, withInput(example, changed)] as const,
          ),
        ],
        /^DEVICE_PROOF_INVALID$/,
      );
      expect((await callRest(app, operation, example)).status).toBe(operation.success);
    },
  );

  it('a device proof of a report without an installationId has the legacy payload', async () => {
    const [report] = proven.filter(({ id }) => id === 'firmware.report');
    if (!report) throw new Error('there are no reports');
    const example = await exampleOf(report.id, app);
    const { installationId: _left, ...legacy } = inputOf(example);
    expect(example.sign?.(legacy)[PROOF ?? '']).not.toBe(proofOf(example));
    const reply = await callRest(app, report, { ...example, body: legacy, headers: example.sign?.(legacy) });
    expect([reply.status, reply.body.installationId]).toEqual([201, inputOf(example).installationId]);
  });

  it('a device proof of a value that names no record fails with 404', async () => {
    for (const id of ['firmware.currentInstallation', 'firmware.report']) {
      const [operation] = proven.filter((one) => one.id === id);
      if (!operation) throw new Error(`there is no ${id}`);
      const example = await exampleOf(id, app);
      for (const installationId of ['a', 'a.b', '😀', 'x'.repeat(64), '01890000-0000-7000-8000-000000000000']) {
        const input = { ...inputOf(example), installationId };
        const headers = example.sign?.(input);
        const reply = await callRest(app, operation, { ...withInput(example, input), headers });
        expect([id, installationId, reply.status]).toEqual([id, installationId, 404]);
      }
    }
  });
});

/** Whatever any of them signs. */
const SAID = { firmwareVersion: '1.0.0', currentFirmware: '1.0.0', uptime: 3600, releaseId: 'r', status: 'SUCCESS' };

/** Each word that is signed, changed after it was. */
function signedChanges(id: string, input: Input): Input[] {
  const payload = PAYLOADS[id]?.(input);
  const { installationId, ...others } = input;
  const candidates: Input[] = [
    { ...input, firmwareVersion: '9.9.9' },
    { ...input, uptime: 3601 },
    { ...input, currentFirmware: '9.9.9' },
    { ...input, installationId: '01890000-0000-7000-8000-000000000000' },
    { ...input, releaseId: '01890000-0000-7000-8000-000000000000' },
    { ...input, status: 'SUCCESS' },
    ...(installationId === undefined ? [] : [others]),
  ];
  return candidates.filter((candidate) => PAYLOADS[id]?.(candidate) !== payload);
}

describe('a pairing credential', () => {
  it.each(paired)('a pairing credential of $id must be a Bearer token with our signature', async (operation) => {
    const example = await exampleOf(operation.id, app);
    const [, credential = ''] = (example.headers?.authorization ?? '').split(' ');
    const [header = '', claims = '', signature = ''] = credential.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'pairing+jwt' })).toString('base64url');
    const longer = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 9_999_999_999 }),
    ).toString('base64url');
    const flipped = signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'));
    const over = await makeApp(app, { expiresAt: new Date(Math.floor(app.clock.now().getTime() / 1000) * 1000) });
    const unknown = await makeApp(app);
    await app.sql('delete from pairing where app_installation_id = $1', [unknown.installationId]);
    const attempts = [
      '',
      'Bearer',
      credential,
      `Basic ${credential}`,
      `Token ${credential}`,
      `Bearer ${credential} ${credential}`,
      `Bearer ${header}.${claims}.`,
      `Bearer ${header}.${claims}`,
      `Bearer ${header}.${claims}.${flipped}`,
      `Bearer ${header}.${longer}.${signature}`,
      `Bearer ${none}.${claims}.`,
      `Bearer ${'a'.repeat(43)}`,
      `Bearer ${over.credential}`,
      `Bearer ${unknown.credential}`,
    ];
    const cookie = { cookie: (await app.as('SUPER_ADMIN')).cookie };
    await expectNobody(
      operation,
      [
        ['nothing', { ...example, headers: {} }],
        ['an admin', { ...example, headers: cookie }],
        ...attempts.map((authorization) => [authorization, { ...example, headers: { authorization } }] as const),
      ],
      /^PAIRING_AUTH_REQUIRED$/,
    );
    const { headers } = await callRest(app, operation, { ...example, headers: {} });
    expect(headers['www-authenticate']).toMatch(/^Bearer/);
    expect((await callRest(app, operation, example)).status).toBe(operation.success);
  });

  it.each(paired)('a pairing credential of $id can have the scheme in any case', async (operation) => {
    for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
      const example = await exampleOf(operation.id, app);
      const authorization = (example.headers?.authorization ?? '').replace('Bearer', scheme);
      expect((await callRest(app, operation, { ...example, headers: { authorization } })).status).toBe(
        operation.success,
      );
    }
  });

  it('a pairing credential is accepted by a refresh only in the body', async () => {
    const { credential } = await makeApp(app);
    const inHeader = await app.rest('POST', '/v1/devices/pair/refresh', {}, bearer(credential));
    expect([inHeader.status, inHeader.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    const inBody = await app.rest('POST', '/v1/devices/pair/refresh', { credential });
    expect(inBody.status).toBe(201);
    expect(Object.keys(inBody.body).sort()).toEqual(['credential', 'device', 'expiresAt', 'offlineCapable']);
  });
});
