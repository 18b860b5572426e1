import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { challengeOf, claim, claimBody, codeOf, newPhone, PAIR } from './support.ts';

const UNKNOWN = 'KRV-0000000000000000';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

const count = async (serial: string): Promise<number> => {
  const [{ n }] = await app.sql(
    `select count(*)::int as n from pairing_challenge where subject = sha256($1::bytea) and consumed_at is null`,
    [Buffer.from(serial)],
  );
  return n;
};

describe('createPairingChallenge: a challenge', () => {
  it('a challenge is the text that the device signs, and lives for five minutes', async () => {
    const { serial } = await makeDevice(app);
    const { installationId } = newPhone();
    const { status, body } = await challengeOf(app, serial, installationId);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['challengeId', 'serial', 'nonce', 'expiresAt', 'proofPayload']);
    expect(body.serial).toBe(serial);
    expect(Buffer.from(body.nonce, 'base64url')).toHaveLength(32);
    expect(body.nonce).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const expires = app.clock.now().getTime() + 300_000;
    expect(body.expiresAt).toBe(new Date(expires).toISOString());
    expect(body.proofPayload).toBe(
      `pairing-challenge.v1.${body.challengeId}.${serial}.${installationId}.${body.nonce}.${expires}`,
    );
  });

  it('a challenge writes no audit entry', async () => {
    const reply = await challengeOf(app, (await makeDevice(app)).serial, newPhone().installationId);
    expect(await app.sql('select * from audit_entry where request_id = $1', [reply.headers['x-request-id']])).toEqual(
      [],
    );
  });

  it('a challenge is unique per device and app', async () => {
    const { serial } = await makeDevice(app);
    const { installationId } = newPhone();
    for (let asked = 0; asked < 20; asked += 1) await challengeOf(app, serial, installationId);
    await Promise.all(Array.from({ length: 20 }, () => challengeOf(app, serial, installationId)));
    expect(await count(serial)).toBe(1);
  });

  it('a challenge is left to an app while eighty strangers ask for challenges of the same device', async () => {
    const crowded = await startTestApp({ limits: 'real', env: { TRUSTED_PROXIES: '1' } });
    try {
      const device = await makeDevice(crowded);
      const body = await claimBody(crowded, device, newPhone());
      crowded.clock.advance(1_000);
      const strangers = await Promise.all(
        Array.from({ length: 80 }, (_, index) =>
          crowded.rest(
            'POST',
            `${PAIR}/challenge`,
            { serial: device.serial, installationId: newPhone().installationId },
            { 'x-forwarded-for': `203.0.113.${index}` },
          ),
        ),
      );
      expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([201]));
      expect((await claim(crowded, body)).status).toBe(201);
    } finally {
      await crowded.stop();
    }
  });

  it('a challenge is purged after its end, and only the newest ten thousand for unknown serials are kept', async () => {
    const { purgePairingChallenges } = await import('../../src/domain/pairing/index.ts');
    const { serial } = await makeDevice(app);
    await challengeOf(app, serial, newPhone().installationId);
    await app.sql(
      `insert into pairing_challenge (id, subject, app_installation_id, nonce, created_at, expires_at)
       select gen_random_uuid(), sha256(n::text::bytea), 'an-app-that-asks', 'n', $1::timestamptz - n * interval '1 ms',
              $1::timestamptz + interval '5 minutes'
         from generate_series(1, 10050) n`,
      [app.clock.now()],
    );
    await purgePairingChallenges(app.runtime.em(), app.clock.now());
    const left = async () =>
      app.sql('select count(*)::int as all, count(device_id)::int as known from pairing_challenge');
    expect((await left())[0].all - (await left())[0].known).toBe(10_000);
    const kept = async (n: number) =>
      (await app.sql('select 1 from pairing_challenge where subject = sha256($1::text::bytea)', [n])).length;
    expect([await kept(1), await kept(9_000), await kept(10_050)]).toEqual([1, 1, 0]);
    expect(await count(serial)).toBe(1);
    app.clock.advance(300_001);
    await purgePairingChallenges(app.runtime.em(), app.clock.now());
    expect(await left()).toEqual([{ all: 0, known: 0 }]);
  });
});

describe('createPairingChallenge: a serial that nobody has', () => {
  it('a serial that nobody has gets the same response as for a known one, headers included', async () => {
    const { serial } = await makeDevice(app);
    const known = await challengeOf(app, serial, newPhone().installationId);
    const unknown = await challengeOf(app, UNKNOWN, newPhone().installationId);
    const shape = ({ status, body, headers }: typeof known) => ({
      status,
      members: Object.entries(body).map(([name, value]) => [name, typeof value]),
      nonce: body.nonce.length,
      id: body.challengeId.replace(/[0-9a-f]/g, 'x').slice(0, 14),
      headers: Object.keys(headers),
      length: Number(headers['content-length']) - 2 * body.serial.length,
    });
    expect(shape(unknown)).toEqual(shape(known));
  });

  it('a serial that nobody has stores the same row, and its claim fails in the same way at each step', async () => {
    const device = await makeDevice(app);
    const story = async (serial: string) => {
      const phone = newPhone();
      const told: (string | undefined)[] = [];
      const body = { ...(await claimBody(app, { ...device, serial }, phone)), hardwareProof: 'ab'.repeat(32) };
      for (let tries = 0; tries < 6; tries += 1) told.push(codeOf(await claim(app, body)));
      const second = { ...(await claimBody(app, { ...device, serial }, phone)), hardwareProof: 'ab'.repeat(32) };
      told.push(codeOf(await claim(app, { ...second, nonce: 'A'.repeat(43) })));
      await challengeOf(app, serial, phone.installationId);
      told.push(codeOf(await claim(app, second)));
      const third = { ...(await claimBody(app, { ...device, serial }, phone)), hardwareProof: 'ab'.repeat(32) };
      told.push(codeOf(await claim(app, third)));
      app.clock.advance(300_001);
      told.push(codeOf(await claim(app, third)));
      return told;
    };
    const known = await story(device.serial);
    expect(await story(UNKNOWN)).toEqual(known);
    expect(known).toEqual([
      ...Array(5).fill('HARDWARE_PROOF_INVALID'),
      'CHALLENGE_INVALID',
      'CHALLENGE_INVALID',
      'CHALLENGE_INVALID',
      'HARDWARE_PROOF_INVALID',
      'CHALLENGE_INVALID',
    ]);
  });

  it('a serial that nobody has is for the serial of the label, as it was typed, pasted or scanned', async () => {
    const device = await makeDevice(app);
    const { serial, claimCode } = device;
    for (const typed of [
      serial.toLowerCase(),
      serial.replace('-', '\u2013'),
      ` ${serial.replace('K', 'К')} `,
      `https://karvon.uz/pair#serial=${serial}&code=${claimCode}`,
    ]) {
      const phone = newPhone();
      const { body } = await challengeOf(app, typed, phone.installationId);
      expect([typed, body.serial]).toEqual([typed, serial]);
      expect(body.proofPayload.split('.').slice(3, 4)).toEqual([serial]);
    }
    const typed = serial.toLowerCase();
    const reply = await claim(app, {
      ...(await claimBody(app, { ...device, serial: typed }, newPhone())),
      serial: typed,
    });
    expect([reply.status, reply.body.device.serial]).toEqual([201, serial]);
  });

  it('a serial that nobody has accepts any serial of 8 or more characters', async () => {
    for (const serial of ['12345678', 'a.b.c.d.e', '💡'.repeat(8), 'x'.repeat(20_000), "'; drop table device; --"]) {
      const reply = await challengeOf(app, serial, newPhone().installationId);
      expect([reply.status, reply.body.serial]).toEqual([201, serial]);
    }
  });
});

const CYRILLIC: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  E: 'Е',
  K: 'К',
  M: 'М',
  H: 'Н',
  P: 'Р',
  C: 'С',
  T: 'Т',
  Y: 'У',
  X: 'Х',
};

describe('getCodeStatus: the status of a claim code', () => {
  const status = (claimCode: string) => app.rest('POST', `${PAIR}/code-status`, { claimCode });

  it.each([
    ['AVAILABLE', async () => (await makeDevice(app)).claimCode],
    ['CLAIMED', async () => (await makeDevice(app, { status: 'CLAIMED' })).claimCode],
    ['EXPIRED', async () => (await makeDevice(app, { codeExpiresAt: app.clock.now() })).claimCode],
    ['UNKNOWN', async () => (await makeDevice(app, { codeStatus: 'VOID' })).claimCode],
    ['UNKNOWN', async () => 'ZZZZZZ-ZZZZZZ-ZZZZZZ-ZZZZZZ'],
    ['UNKNOWN', async () => 'not a code, but long enough'],
  ])('the status of a claim code is %s', async (word, code) => {
    const reply = await status(await code());
    expect([reply.status, reply.body]).toEqual([201, { status: word }]);
    expect(await app.sql('select * from audit_entry where request_id = $1', [reply.headers['x-request-id']])).toEqual(
      [],
    );
  });

  it('the status of a claim code accepts a code as a person types it', async () => {
    const { claimCode } = await makeDevice(app);
    const typed = claimCode.toLowerCase().replaceAll('-', '').replaceAll('0', 'O').replaceAll('1', 'i');
    expect((await status(typed)).body).toEqual({ status: 'AVAILABLE' });
  });

  it.each([
    ['with en dashes', (code: string) => code.replaceAll('-', '\u2013')],
    ['with hyphens that do not break', (code: string) => code.replaceAll('-', '\u2011')],
    [
      'with full-width characters',
      (code: string) => [...code].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join(''),
    ],
    ['with spaces of no width and no break', (code: string) => code.replaceAll('-', '\u200b\u00a0')],
    [
      'in Cyrillic where the letters look alike',
      (code: string) => code.replace(/[ABEKMHOPCTYX]/g, (letter) => CYRILLIC[letter] ?? letter),
    ],
    ['by the text of the QR code', (code: string) => `https://karvon.uz/pair#serial=KRV-0000000000000000&code=${code}`],
    [
      'by the text of the QR code of an older label',
      (code: string) => `http://127.0.0.1:3000/pair?serial=KRV-0000000000000000&code=${code}`,
    ],
  ])('the status of a claim code is found %s', async (_how, typed) => {
    const { claimCode } = await makeDevice(app);
    expect((await status(typed(claimCode))).body).toEqual({ status: 'AVAILABLE' });
  });

  it('the status of a claim code is answered to an owner while eighty strangers guess codes, and each of them has a limit of eight a minute', async () => {
    const crowded = await startTestApp({ limits: 'real', env: { TRUSTED_PROXIES: '1' } });
    try {
      const device = await makeDevice(crowded);
      const ask = (index: number, claimCode: string) =>
        crowded.rest('POST', `${PAIR}/code-status`, { claimCode }, { 'x-forwarded-for': `203.0.113.${index}` });
      const UNKNOWN_CODE = 'ZZZZZZ-ZZZZZZ-ZZZZZZ-ZZZZZZ';
      for (let round = 1; round <= 9; round += 1) {
        const guesses = await Promise.all(Array.from({ length: 80 }, (_, index) => ask(index, UNKNOWN_CODE)));
        expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([round <= 8 ? 201 : 429]));
      }
      const reply = await ask(200, device.claimCode);
      expect([reply.status, reply.body]).toEqual([201, { status: 'AVAILABLE' }]);
    } finally {
      await crowded.stop();
    }
  });
});
