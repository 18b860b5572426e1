import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { row } from '../../src/persistence/sql/query.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { itInHeavy, RACE_ROUNDS, race, together, unguarded, withoutGuard } from '../support/race.ts';
import { newKey, order, PREORDERS, place, placed, recounted, reserved, setTerms } from './support.ts';

const AT_ONCE = 50;
const CAPACITY = 10;
const KEYS = 'src/persistence/idempotency/key-repository.ts';
const SETTINGS = 'src/persistence/preorders/settings-repository.ts';
const PREORDER = 'src/persistence/preorders/preorder-repository.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 40;
const MAX_ROUNDS = 20;

type Start = typeof startTestApp;
type Houses = readonly [TestApp, TestApp];
type Play<T> = (houses: Houses) => Promise<T>;

/** The two instances as they are, for all tests that need their guards. */
let guarded: Houses;

/** The races of preorders over two instances: a few rounds of each in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describePreorderRaces(): void {
  beforeAll(async () => {
    guarded = await openHouses(startTestApp);
  });
  afterAll(() => close(guarded));

  describe(`fifty concurrent calls with one idempotency key, ${RACE_ROUNDS} rounds`, () => {
    it('fifty concurrent calls with one idempotency key create one preorder and get equal responses', async () => {
      const outcomes = await rounds(sameOrder);
      for (const outcome of outcomes)
        expect(outcome).toEqual({ rows: 1, created: AT_ONCE, answers: 1, replayed: AT_ONCE - 1 });
    });

    it('fifty concurrent calls with one idempotency key create one of two different preorders and fail for the other', async () => {
      const outcomes = await rounds(twoOrders);
      for (const outcome of outcomes) expect(outcome).toEqual({ rows: 1, others: 0, bothSeen: true, answers: 1 });
    });

    itInHeavy('create one preorder but get different responses without the lock', async () => {
      const start = await withoutGuard(KEYS, { lockKey: () => Promise.resolve() });
      // Those that the constraint refuses may try again, and would be answered alike then.
      const play: Play<Awaited<ReturnType<typeof sameOrder>>> = (houses) => sameOrder(houses, together);
      const broken = await breaks(start, play, ({ rows, created }) => rows === 1 && created < AT_ONCE);
      expect(broken).toBe(true);
    });

    itInHeavy('create several preorders without lock and constraint', async () => {
      const start = await withoutGuard(KEYS, { lockKey: () => Promise.resolve() });
      const broken = await breaks(
        start,
        async (houses) => {
          await houses[0].sql('alter table preorder drop constraint if exists preorder_key_unique');
          return sameOrder(houses);
        },
        ({ rows }) => rows > 1,
      );
      expect(broken).toBe(true);
    });
  });

  describe(`a preorder capacity of ${CAPACITY}, ${RACE_ROUNDS} rounds`, () => {
    it('a preorder capacity is used up exactly by concurrent orders', async () => {
      for (const outcome of await rounds(sellOut)) {
        expect(outcome).toEqual({ sold: CAPACITY, refused: AT_ONCE - CAPACITY, oversold: 0, miscounted: 0 });
      }
    });

    it('a preorder capacity is never exceeded by concurrent orders, cancellations, deletions and changes of the settings', async () => {
      for (const outcome of await rounds(mix)) {
        expect(outcome).toEqual({ oversold: 0, miscounted: 0, faults: [] });
      }
    });

    itInHeavy('is exceeded if the settings are read without a lock', async () => {
      const start = await withoutGuard(SETTINGS, { lockPreorderSettings: settingsWithoutLock });
      const broken = await breaks(start, sellOut, ({ oversold, sold }) => oversold > 0 && sold > CAPACITY);
      expect(broken).toBe(true);
    });
  });

  describe(`an admin who is disabled during concurrent assignments, ${RACE_ROUNDS} rounds`, () => {
    it('an admin who is disabled during concurrent assignments is assigned no preorder afterwards', async () => {
      for (const outcome of await rounds(giveToLeaving)) expect(outcome).toEqual({ late: 0, faults: [] });
    });

    itInHeavy('is assigned preorders afterwards without the lock on the admin', async () => {
      const start = await withoutGuard(PREORDER, { lockAssigneeForShare: assigneeWithoutLock });
      const broken = await breaks(start, giveToLeaving, ({ late }) => late > 0);
      expect(broken).toBe(true);
    });
  });
}

const sideOf = (houses: Houses, index: number): TestApp => houses[index % 2 === 0 ? 0 : 1];
const codes = (replies: readonly Reply[], code: string) =>
  replies.filter(({ body }) => body?.error?.code === code).length;
const succeeded = (replies: readonly Reply[]) => replies.filter(({ status }) => status < 300);

async function sameOrder(houses: Houses, start = race<Reply>) {
  const [key, body] = [newKey(), order()];
  const replies = await start(AT_ONCE, (index) => place(sideOf(houses, index), body, key));
  const created = succeeded(replies);
  return {
    rows: await rowsOf(houses[0], [body.phone]),
    created: created.length,
    answers: new Set(created.map(({ text }) => text)).size,
    replayed: created.filter(({ headers }) => headers['idempotency-replayed'] === 'true').length,
  };
}

async function twoOrders(houses: Houses) {
  const key = newKey();
  const bodies = [order(), order({ quantity: 2 })];
  // Two calls of each go to each side.
  const replies = await race(AT_ONCE, (index) => place(sideOf(houses, index), bodies[Math.floor(index / 2) % 2], key));
  const created = succeeded(replies);
  return {
    rows: await rowsOf(
      houses[0],
      bodies.map(({ phone }) => phone),
    ),
    others: AT_ONCE - created.length - codes(replies, 'IDEMPOTENCY_KEY_REUSED'),
    bothSeen: created.length > 0 && created.length < AT_ONCE,
    answers: new Set(created.map(({ text }) => text)).size,
  };
}

async function rowsOf(app: TestApp, phones: readonly string[]): Promise<number> {
  const [{ count }] = await app.sql('select count(*)::int from preorder where phone = any($1)', [phones]);
  return count;
}

async function sellOut(houses: Houses) {
  const [app] = houses;
  await emptyStore(app);
  await setTerms(await app.as('SUPER_ADMIN'), { preorderCapacity: CAPACITY });
  const replies = await race(AT_ONCE, (index) => place(sideOf(houses, index)));
  return {
    sold: succeeded(replies).length,
    refused: codes(replies, 'PREORDER_CAPACITY_REACHED'),
    ...(await countsOf(app)),
  };
}

/** Orders of one to three, cancellations and deletions of what was there, and terms that go up and down. */
async function mix(houses: Houses) {
  const [app] = houses;
  await emptyStore(app);
  const owner = await app.as('SUPER_ADMIN');
  await setTerms(owner, { preorderCapacity: CAPACITY });
  const before: Json[] = [];
  for (let made = 0; made < CAPACITY / 2; made += 1) before.push(await placed(app, owner, { quantity: 2 }));
  const replies = await race(AT_ONCE, (index) => {
    const turn = Math.floor(index / 5);
    const old = before[turn % before.length];
    if (index % 5 === 0) return owner.rest('PATCH', `${PREORDERS}/${old.id}/status`, { status: 'CANCELLED' });
    if (index % 5 === 1 && turn % 2 === 0) {
      return owner.rest('DELETE', `${PREORDERS}/${old.id}`, { preorderNumber: old.number, reason: 'Mixed up' });
    }
    if (index % 5 === 2) return owner.rest('PUT', '/v1/admin/preorder-settings', termsOf(CAPACITY - 4 + turn));
    return place(sideOf(houses, index), order({ quantity: 1 + (turn % 3) }));
  });
  return { faults: faultsOf(replies), ...(await countsOf(app)) };
}

const termsOf = (preorderCapacity: number) => ({
  preOrderEnabled: true,
  productName: 'Karvon Lamp',
  currency: 'UZS',
  expectedDeliveryTextUz: 'Mart oyida',
  expectedDeliveryTextEn: 'In March',
  expectedDeliveryTextRu: 'В марте',
  maxQuantityPerOrder: 20,
  allowManualDepositConfirmation: true,
  preorderCapacity,
});

/** A watch in the test's own database: it counts every moment at which more becomes reserved than there is. */
async function emptyStore(app: TestApp): Promise<void> {
  await app.sql(`create table if not exists oversold (at timestamptz not null default now())`);
  await app.sql(`create or replace function watch_capacity() returns trigger language plpgsql as $$
    begin
      if new.reserved > old.reserved and new.reserved > new.preorder_capacity then insert into oversold default values; end if;
      return null;
    end $$`);
  await app.sql(`create or replace trigger watch_capacity after update on preorder_settings
    for each row execute function watch_capacity()`);
  // Sales name preorders, so the table cannot be truncated alone.
  await app.sql('delete from preorder');
  await app.sql('truncate oversold');
  await app.sql('update preorder_settings set reserved = 0');
}

async function countsOf(app: TestApp) {
  const [{ count }] = await app.sql('select count(*)::int from oversold');
  return { oversold: count, miscounted: (await reserved(app)) - (await recounted(app)) };
}

async function giveToLeaving(houses: Houses) {
  const [app] = houses;
  await app.sql(`create table if not exists late_gift (admin_id uuid)`);
  await app.sql('truncate late_gift');
  await app.sql(`create or replace function watch_gifts() returns trigger language plpgsql as $$
    begin
      insert into late_gift select id from admin where id = new.assigned_admin_id and status <> 'ACTIVE';
      return null;
    end $$`);
  await app.sql(`create or replace trigger watch_gifts after update of assigned_admin_id on preorder
    for each row execute function watch_gifts()`);
  const owner = await app.as('SUPER_ADMIN');
  await setTerms(owner);
  const givers: Caller[] = [];
  const preorders: Json[] = [];
  for (let made = 0; made < AT_ONCE / 5; made += 1) {
    givers.push(await app.as('ADMIN'));
    preorders.push(await placed(app, owner));
  }
  const leaving = await app.as('SALES');
  const replies = await race(AT_ONCE, async (index) => {
    if (index === 3) {
      return owner.rest('PATCH', `/v1/admin/team/${leaving.admin.id}/status`, { status: 'DISABLED' });
    }
    const at = index % preorders.length;
    const giver = givers[at] ?? owner;
    return giver.rest(
      'PATCH',
      `${PREORDERS}/${preorders[at].id}/assignment`,
      index < AT_ONCE / 2 ? { adminId: leaving.admin.id } : {},
    );
  });
  const [{ count }] = await app.sql('select count(*)::int from late_gift');
  return { late: count, faults: faultsOf(replies) };
}

function faultsOf(replies: readonly Reply[]): string[] {
  return replies.filter(({ status }) => status >= 500).map(({ text }) => text);
}

/** Two instances on one database play the same race again and again. */
async function rounds<T>(play: Play<T>): Promise<T[]> {
  await setTerms(await guarded[0].as('SUPER_ADMIN'));
  const outcomes: T[] = [];
  for (let round = 0; round < RACE_ROUNDS; round += 1) outcomes.push(await play(guarded));
  return outcomes;
}

/** Whether a race without its guard goes wrong within 20 rounds. */
async function breaks<T>(start: Start, play: Play<T>, isWrong: (outcome: T) => boolean): Promise<boolean> {
  return inHouses(start, async (houses) => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) if (isWrong(await play(houses))) return true;
    return false;
  });
}

async function inHouses<T>(start: Start, work: Play<T>): Promise<T> {
  const houses = await openHouses(start);
  try {
    await setTerms(await houses[0].as('SUPER_ADMIN'));
    return await work(houses);
  } finally {
    await close(houses);
  }
}

async function openHouses(start: Start): Promise<Houses> {
  const app = await start();
  return [app, await start({ database: app.database, clock: app.clock })];
}

async function close([app, other]: Houses): Promise<void> {
  await other.stop();
  await app.stop();
}

async function settingsWithoutLock(em: EntityManager): Promise<unknown> {
  // The entity of the modules loaded anew, not of this file's.
  const { PreorderSettings } = await unguarded<
    typeof import('../../src/persistence/preorders/preorder-settings.entity.ts')
  >('src/persistence/preorders/preorder-settings.entity.ts');
  return em.findOneOrFail(PreorderSettings, { id: 1 });
}

async function assigneeWithoutLock(em: EntityManager, adminId: string): Promise<unknown> {
  const admin = await row(em, 'select role, status from admin where id = $1', [adminId]);
  await sleep(WINDOW_MS);
  return admin;
}
