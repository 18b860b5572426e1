import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { race } from '../support/race.ts';

const PASSWORD = 'Quiet-Harbour-71';
const WRONG = 'Not-the-password-1';
const SECOND = 1000;
const OWNER = '203.0.113.7';
const NETWORKS = 100;
const AT_ONCE = 20;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ passwords: 'real', env: { TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.stop());

const anAdmin = () => insertAdmin(app.sql, app.clock.now(), { password: PASSWORD });
const login = (email: string, password: string, ip: string) =>
  app.rest('POST', '/v1/admin/auth/login', { email, password }, { 'x-forwarded-for': ip });
const statusOf = async (email: string, ip: string) => (await login(email, PASSWORD, ip)).status;

let used = 0;
const nextAddress = () => {
  used += 1;
  return `10.${(used >> 16) & 255}.${(used >> 8) & 255}.${used & 255}`;
};

/** One refused sign-in; a busy machine may refuse some as too many. */
async function fail(email: string, ip: string): Promise<void> {
  for (;;) {
    const { status } = await login(email, WRONG, ip);
    if (status === 401) return;
    expect(status).toBe(503);
  }
}

/** Every network tries, waits as long as it may have to, and tries again; the last ones just now. */
async function attack(email: string, networks: number): Promise<void> {
  for (let sent = 0; sent < networks; sent += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, nextAddress);
    await Promise.all(batch.map((ip) => fail(email, ip)));
    app.clock.advance(60 * SECOND);
    await Promise.all(batch.map((ip) => fail(email, ip)));
  }
}

describe('an account under attack from 100 networks', () => {
  it('an account under attack from 100 networks delays each further network, but none where its owner has signed in before', async () => {
    const { email } = await anAdmin();
    expect(await statusOf(email, OWNER)).toBe(201);
    await attack(email, NETWORKS);
    expect(await statusOf(email, nextAddress())).toBe(401);
    expect(await statusOf(email, OWNER)).toBe(201);
  });

  it('an account under attack from 100 networks lets its owner sign in from a new network after a minute, however long the attack lasts', async () => {
    const { email } = await anAdmin();
    await attack(email, NETWORKS);
    expect(await statusOf(email, OWNER)).toBe(401);
    for (let tens = 1; tens <= 6; tens += 1) {
      app.clock.advance(10 * SECOND);
      await Promise.all(Array.from({ length: AT_ONCE }, () => fail(email, nextAddress())));
      expect([tens, await statusOf(email, OWNER)]).toEqual([tens, tens < 6 ? 401 : 201]);
    }
  });

  it('an account under attack from 100 networks does not delay other accounts', async () => {
    const [victim, neighbour] = [await anAdmin(), await anAdmin()];
    await attack(victim.email, NETWORKS);
    expect(await statusOf(neighbour.email, nextAddress())).toBe(201);
  });
});

it('2,000 concurrent sign-ins get responses, most of them an immediate 503, and the owner can sign in meanwhile', async () => {
  const { email } = await anAdmin();
  expect(await statusOf(email, OWNER)).toBe(201);
  let answered = 0;
  // As many connections as the system's backlog takes, each with five sign-ins in a row.
  const flood = race(400, async (index) => {
    const answers: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      answers.push((await login(`nobody${index}@karvon.test`, WRONG, nextAddress())).status);
      answered += 1;
    }
    return answers;
  });
  // In the midst of it.
  while (answered < 100) await new Promise((resolve) => setImmediate(resolve));
  expect(await statusOf(email, OWNER)).toBe(201);
  const statuses = (await flood).flat();
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(1_000);
  expect(app.logs.filter(({ level }) => level === 'error')).toEqual([]);
});

it('a sign-in takes as long for an unknown account as for a known one that is delayed', async () => {
  // The service made its hash, at the cost that an unknown account has.
  const { email } = FIRST_ADMIN;
  const ip = nextAddress();
  for (let guess = 0; guess < 6; guess += 1) await login(email, WRONG, ip);
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let sample = 0; sample < 60; sample += 1) {
    for (const [kind, address] of [
      ['known', email],
      ['unknown', 'nobody@karvon.test'],
    ] as const) {
      const from = performance.now();
      await login(address, WRONG, ip);
      times[kind].push(performance.now() - from);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2);
});
