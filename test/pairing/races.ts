import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { row } from '../../src/persistence/sql/query.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { addSecret, makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { claim, claimBody, codeOf, livePairings, me, newPhone, pair, refresh } from './support.ts';

const isHeavy = process.env.HEAVY === '1';
const AT_ONCE = isHeavy ? 50 : 16;
const ROUNDS = isHeavy ? RACE_ROUNDS : 2;
const DEVICES = 'src/persistence/devices/device-repository.ts';
const CODES = 'src/persistence/devices/claim-code-repository.ts';
const CHALLENGES = 'src/persistence/pairing/challenge-repository.ts';
const PAIRINGS = 'src/persistence/pairing/pairing-repository.ts';
const LOCKS = 'src/persistence/sql/locks.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 20;
const MAX_ROUNDS = 20;

/** One round. Gives what went wrong, in words; nothing when all went well. */
type Round = (app: TestApp, admin: Caller) => Promise<string[]>;

type Replacements = Readonly<Record<string, unknown>>;

interface Race {
  readonly name: string;
  readonly round: Round;
  /** What keeps it fair, by module: taken away, the race goes wrong. */
  readonly guards: Readonly<Record<string, Replacements>>;
}

const DEVICE_LOCK = { [DEVICES]: { lockDeviceBySerial: deviceWithoutLock } };

const RACES: readonly Race[] = [
  { name: 'one code is taken once', round: takeOneCode, guards: { ...DEVICE_LOCK, [CODES]: { takeCode: yes } } },
  {
    name: 'one challenge is answered once',
    round: answerOneChallenge,
    guards: {
      ...DEVICE_LOCK,
      [CHALLENGES]: { lockChallenge: challengeWithoutLock, consumeChallenge: yes },
      [CODES]: { takeCode: yes },
    },
  },
  { name: 'apps of one owner are paired up to the maximum', round: pairMany, guards: DEVICE_LOCK },
  {
    name: 'one credential is replaced once, and everybody gets what it is replaced by',
    round: refreshOne,
    guards: { [PAIRINGS]: { lockPairing: pairingWithoutLock } },
  },
  {
    name: 'a credential whose response was lost is replaced once, and everybody gets what it is replaced by',
    round: refreshUnanswered,
    guards: { [PAIRINGS]: { lockPairing: pairingWithoutLock } },
  },
  { name: 'a transfer and a reset leave nothing of the owner before', round: changeHands, guards: DEVICE_LOCK },
  {
    name: 'a device and a board have one open grant, which is used up once',
    round: issueMany,
    guards: { ...DEVICE_LOCK, [LOCKS]: { takeAdvisoryLock: yes } },
  },
];

/** The races of pairing, many at once, a few rounds; and that they are lost when nothing guards them. */
export function describePairingRaces(): void {
  describe(`${AT_ONCE} at once, ${ROUNDS} rounds`, () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp();
    });
    afterAll(() => app.stop());

    it.each(RACES)('$name', async ({ round }) => {
      const admin = await app.as('SUPER_ADMIN');
      const found: string[] = [];
      for (let at = 0; at < ROUNDS; at += 1) found.push(...(await round(app, admin)));
      expect(found).toEqual([]);
    });
  });

  describe('without any of the guards', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startWithout(RACES.map(({ guards }) => guards));
    });
    afterAll(async () => {
      await app.stop();
    });

    it.each(RACES)('it is not so that $name', async ({ round }) => {
      expect(await goesWrong(app, round)).toBe(true);
    });
  });
}

/** Each race with its own guard taken away and all others in place: a service for each. */
export function describeEachGuard(): void {
  describe.each(RACES)('without its own guard', ({ name, round, guards }) => {
    it(`it is not so that ${name}`, async () => {
      const app = await startWithout([guards]);
      try {
        expect(await goesWrong(app, round)).toBe(true);
      } finally {
        await app.stop();
      }
    });
  });
}

async function startWithout(guards: readonly Race['guards'][]): Promise<TestApp> {
  const all: Record<string, Replacements> = {};
  for (const one of guards) {
    for (const [module, taken] of Object.entries(one)) all[module] = { ...all[module], ...taken };
  }
  const [[module, replacements] = ['', {}], ...others] = Object.entries(all);
  const start = await withoutGuard(module, replacements, Object.fromEntries(others));
  return start();
}

/** Whether a race without its guard goes wrong within 20 rounds. */
async function goesWrong(app: TestApp, round: Round): Promise<boolean> {
  const admin = await app.as('SUPER_ADMIN');
  for (let at = 0; at < MAX_ROUNDS; at += 1) if ((await round(app, admin)).length > 0) return true;
  return false;
}

const phones = Array.from({ length: AT_ONCE }, newPhone);

async function takeOneCode(app: TestApp): Promise<string[]> {
  const device = await makeDevice(app);
  const bodies: Json[] = await Promise.all(phones.map((phone) => claimBody(app, device, phone)));
  const replies = await race(AT_ONCE, (index) => claim(app, bodies[index]));
  const won = replies.filter(({ status }) => status === 201).length;
  const refused = replies.filter((reply) => codeOf(reply) === 'CLAIM_CODE_UNAVAILABLE').length;
  const live = (await livePairings(app, device.id)).length;
  const owners = await app.sql(`select 1 from customer where full_name = $1`, [`Owner of ${device.serial}`]);
  return [
    ...(won === 1 ? [] : [`${won} took it`]),
    ...(refused === AT_ONCE - 1 ? [] : [`${refused} were told that it is taken`]),
    ...(live === 1 ? [] : [`${live} pairings`]),
    ...(owners.length === 1 ? [] : [`${owners.length} owners`]),
  ];
}

async function answerOneChallenge(app: TestApp): Promise<string[]> {
  const device = await makeDevice(app);
  const body = await claimBody(app, device, newPhone());
  const replies = await race(AT_ONCE, () => claim(app, body));
  const won = replies.filter(({ status }) => status === 201).length;
  const faults = replies.filter(({ status }) => status >= 500).length;
  const claims = await app.sql('select 1 from pairing where device_id = $1', [device.id]);
  return [
    ...(won === 1 ? [] : [`${won} answered it`]),
    ...(faults === 0 ? [] : [`${faults} faults`]),
    ...(claims.length === 1 ? [] : [`${claims.length} pairings`]),
  ];
}

async function pairMany(app: TestApp): Promise<string[]> {
  const device = await makeDevice(app);
  const customerEmail = `many.${device.id}@example.com`;
  await pair(app, device, newPhone(), { customerEmail });
  const bodies: Json[] = await Promise.all(phones.map((phone) => claimBody(app, device, phone, { customerEmail })));
  const replies = await race(AT_ONCE, (index) => claim(app, bodies[index]));
  const won = replies.filter(({ status }) => status === 201);
  const refused = replies.filter((reply) => codeOf(reply) === 'INSTALLATION_LIMIT_REACHED').length;
  const live = (await livePairings(app, device.id)).length;
  const seen = await Promise.all(won.map(({ body }) => me(app, body.credential)));
  return [
    ...(won.length === 2 && refused === AT_ONCE - 2 ? [] : [`${won.length} paired, ${refused} refused`]),
    ...(live === 3 ? [] : [`${live} pairings`]),
    ...(seen.every(({ status }) => status === 200) ? [] : ['a credential that does not work']),
  ];
}

async function refreshOne(app: TestApp): Promise<string[]> {
  const device = await makeDevice(app);
  const { credential } = (await pair(app, device)).body;
  return refreshTogether(app, device.id, credential);
}

async function refreshUnanswered(app: TestApp): Promise<string[]> {
  const device = await makeDevice(app);
  const { credential } = (await pair(app, device)).body;
  await refresh(app, credential);
  await app.sql('update pairing set previous_until = $2 where device_id = $1', [device.id, new Date(0)]);
  return refreshTogether(app, device.id, credential);
}

async function refreshTogether(app: TestApp, deviceId: string, credential: string): Promise<string[]> {
  const replies = await race(AT_ONCE, () => refresh(app, credential));
  const given = new Set(replies.map(({ status, body }) => (status === 201 ? body.credential : status)));
  const [next] = given;
  const works = typeof next === 'string' && (await me(app, next)).status === 200;
  return [
    ...(given.size === 1 ? [] : [`${given.size} answers`]),
    ...(works ? [] : ['a credential that does not work']),
    ...((await livePairings(app, deviceId)).length === 1 ? [] : ['no pairing left']),
  ];
}

async function changeHands(app: TestApp, admin: Caller): Promise<string[]> {
  const wrong: string[] = [];
  for (const happen of [
    (id: string) =>
      admin.rest('POST', `/v1/admin/devices/${id}/transfer`, {
        customerEmail: `next.${id}@example.com`,
        reason: 'sold on',
      }),
    (id: string) => admin.rest('POST', `/v1/admin/devices/${id}/claim/reset`, { reason: 'sold on' }),
  ]) {
    const device = await makeDevice(app);
    const customerEmail = `first.${device.id}@example.com`;
    const { credential } = (await pair(app, device, newPhone(), { customerEmail })).body;
    const bodies = await Promise.all(
      phones.slice(0, 2).map((phone) => claimBody(app, device, phone, { customerEmail })),
    );
    const replies = await race(5, (index): Promise<Reply> => {
      if (index < 2) return claim(app, bodies[index]);
      return index === 2 ? happen(device.id) : refresh(app, credential);
    });
    const stale = await app.sql(
      `select 1 from pairing p join device d on d.id = p.device_id
        where p.device_id = $1 and p.revoked_at is null and p.epoch <> d.pairing_epoch`,
      [device.id],
    );
    const held = replies.flatMap(({ body }) => body.credential ?? []);
    const seen = await Promise.all([...held, credential].map((shown) => me(app, shown)));
    if (stale.length > 0) wrong.push(`${stale.length} pairings of the owner before`);
    if (seen.some(({ status }) => status !== 401)) wrong.push('a credential of the owner before that works');
    if (replies.some(({ status }) => status >= 500)) wrong.push('a fault');
  }
  return wrong;
}

async function issueMany(app: TestApp, admin: Caller): Promise<string[]> {
  const release = await makeRelease(app);
  const devices = await Promise.all(Array.from({ length: 5 }, () => makeDevice(app, { status: 'REPAIR' })));
  const [device] = devices;
  if (!device) throw new Error('there is no device');
  const mac = (index: number) =>
    `02:00:${device.id.slice(-8, -6)}:${device.id.slice(-4, -2)}:${device.id.slice(-2)}:0${index}`;
  const issue = (serial: string, expectedMac: string) =>
    admin.rest('POST', `/v1/admin/firmware/${release.id}/maintenance-grant`, {
      expectedMac,
      targetSerial: serial,
      expectedVersion: release.version,
      expectedBuild: release.buildNumber,
      expectedHardwareRevision: release.hardwareRevision,
      maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING',
    });
  // Half of them are for one device with many boards, half for one board with many devices.
  const replies = await race(AT_ONCE, (index) =>
    index % 2 === 0 ? issue(device.serial, mac(index % 5)) : issue(devices[index % 5]?.serial ?? '', mac(9)),
  );
  const open = await app.sql(
    `select device_id, mac from maintenance_grant where state = 'ISSUED' and device_id = any($1::uuid[])`,
    [devices.map(({ id }) => id)],
  );
  const distinct = (column: string) => new Set(open.map((grant) => grant[column])).size;
  const refused = replies.filter(({ status }) => status !== 201).map(({ status }) => status);

  await issue(device.serial, mac(9));
  const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
  await race(10, () => beat(app, { ...device, secret }));
  const used = await app.sql(`select 1 from maintenance_grant where device_id = $1 and state = 'CONSUMED'`, [
    device.id,
  ]);
  return [
    ...(refused.length === 0 ? [] : [`refused: ${refused}`]),
    ...(distinct('device_id') === open.length && distinct('mac') === open.length ? [] : ['two open grants']),
    ...(used.length === 1 ? [] : [`${used.length} used`]),
  ];
}

async function yes(): Promise<boolean> {
  return true;
}

async function deviceWithoutLock(em: EntityManager, serial: string): Promise<unknown> {
  // The entity of the modules loaded anew, not of this file's.
  const { Device } = await unguarded<typeof import('../../src/persistence/devices/device.entity.ts')>(
    'src/persistence/devices/device.entity.ts',
  );
  const device = await em.findOne(Device, { serial });
  await sleep(WINDOW_MS);
  return device;
}

function challengeWithoutLock(em: EntityManager, id: string): Promise<unknown> {
  return row(
    em,
    `select id, app_installation_id as "appInstallationId", nonce, attempts, expires_at as "expiresAt",
            consumed_at as "consumedAt" from pairing_challenge where id = $1`,
    [id],
  );
}

async function pairingWithoutLock(em: EntityManager, id: string): Promise<unknown> {
  const { findPairing } = await unguarded<typeof import('../../src/persistence/pairing/pairing-repository.ts')>(
    'src/persistence/pairing/pairing-repository.ts',
  );
  const pairing = await findPairing(em, id);
  await sleep(WINDOW_MS);
  return pairing;
}
