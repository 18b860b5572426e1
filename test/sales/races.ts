import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { row } from '../../src/persistence/sql/query.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { itInHeavy, RACE_ROUNDS, race, unguarded, withoutGuard } from '../support/race.ts';
import { rest, saleBody } from './support.ts';

const AT_ONCE = 50;
const DEVICES = 'src/persistence/devices/device-repository.ts';
const SALES = 'src/persistence/sales/sale-repository.ts';
/** Long enough for the others to pass a guard that is not there. */
const WINDOW_MS = 20;
const MAX_ROUNDS = 20;
const ROLLED_BACK = 'rolled back after the number was drawn';

type Start = typeof startTestApp;
/** One round. Gives what went wrong, in words; nothing when all went well. */
type Round = (app: TestApp, seller: Caller) => Promise<string[]>;

/** The races of sales: a few rounds of each in `npm test`, many in `RARE=1 npm run test:heavy`. */
export function describeSaleRaces(): void {
  describe(`fifty concurrent sales of one device, ${RACE_ROUNDS} rounds`, () => {
    it('fifty concurrent sales of one device sell it once', async () =>
      expect(await play(startTestApp, sellOneDevice, RACE_ROUNDS)).toEqual([]));

    itInHeavy('sell it twice if the device is not locked', async () => {
      const start = await withoutGuard(DEVICES, { lockDevice: deviceWithoutLock });
      expect(await goesWrong(start, sellOneDevice)).toBe(true);
    });

    itInHeavy('sell it once by the unique index alone, without the lock', async () => {
      const start = await withoutGuard(DEVICES, { lockDevice: deviceWithoutLock });
      await play(start, sellOneDevice, RACE_ROUNDS, (found) => expect(found.join()).not.toMatch(/live sales/));
    });
  });

  describe(`concurrent refunds, cancels and price changes of one sale, ${RACE_ROUNDS} rounds`, () => {
    it('concurrent refunds, cancels and price changes of one sale never refund more than the refundable amount', async () =>
      expect(await play(startTestApp, changeOneSale, RACE_ROUNDS)).toEqual([]));

    itInHeavy('break an invariant if the sale is not locked', async () => {
      const start = await withoutGuard(SALES, { lockSale: saleWithoutLock });
      expect(await goesWrong(start, changeOneSale)).toBe(true);
    });
  });

  describe(`fifty concurrent sales, some of which are rolled back, ${RACE_ROUNDS} rounds`, () => {
    it('fifty concurrent sales, some of which are rolled back, have order numbers without gaps or duplicates', async () =>
      expect(await play(startTestApp, drawNumbers, RACE_ROUNDS)).toEqual([]));

    itInHeavy('have gaps or duplicates if the counter is read before it is written', async () => {
      const start = await withoutGuard(SALES, { nextOrderNumber: numberReadFirst });
      expect(await goesWrong(start, drawNumbers)).toBe(true);
    });
  });
}

async function play(start: Start, round: Round, rounds: number, check?: (found: string[]) => void): Promise<string[]> {
  const app = await start();
  try {
    const seller = await app.as('SALES');
    const found: string[] = [];
    for (let at = 0; at < rounds; at += 1) {
      const wrong = await round(app, seller);
      check?.(wrong);
      found.push(...wrong);
    }
    return found;
  } finally {
    await app.stop();
  }
}

/** Whether a race without its guard goes wrong within 20 rounds. */
async function goesWrong(start: Start, round: Round): Promise<boolean> {
  const app = await start();
  try {
    const seller = await app.as('SALES');
    for (let at = 0; at < MAX_ROUNDS; at += 1) if ((await round(app, seller)).length > 0) return true;
    return false;
  } finally {
    await app.stop();
  }
}

async function sellOneDevice(app: TestApp, seller: Caller): Promise<string[]> {
  const { id } = await makeDevice(app);
  const customers = async () => (await app.sql('select count(*)::int as n from customer'))[0].n;
  const before = await customers();
  const replies = await race(AT_ONCE, () => rest.create(seller, saleBody(id)));
  const won = replies.filter(({ status }) => status === 201).length;
  const refused = replies.filter(({ body }) => body?.error?.code === 'DEVICE_ALREADY_SOLD').length;
  const [{ live }] = await app.sql(
    `select count(*)::int as live from sale where device_id = $1 and status not in ('CANCELLED', 'REFUNDED')`,
    [id],
  );
  return [
    ...(won === 1 ? [] : [`${won} sold it`]),
    ...(refused === AT_ONCE - 1 ? [] : [`${refused} were told that it is sold`]),
    ...(live === 1 ? [] : [`${live} live sales`]),
    ...((await customers()) - before === 1 ? [] : ['customers without a sale']),
  ];
}

async function changeOneSale(app: TestApp, seller: Caller): Promise<string[]> {
  const { id } = await makeSale(app, { paymentStatus: 'PARTIAL', unitPrice: 100 });
  const replies = await race(AT_ONCE, (index): Promise<Reply> => {
    if (index % 10 === 3) return rest.cancel(seller, id);
    if (index % 10 === 5) return rest.update(seller, id, { unitPrice: 80 + index });
    if (index % 10 === 7) return rest.update(seller, id, { paymentStatus: index % 20 === 7 ? 'UNPAID' : 'PARTIAL' });
    return rest.refund(seller, id, { amount: 30 });
  });
  // Nobody named a revision: who is told to read again was refused for want of a lock.
  const faults = replies.filter(({ status, body }) => status >= 500 || body.error?.code === 'REVISION_CONFLICT').length;
  const refunded = replies.filter(({ status, body }) => status === 201 && body.refunds.length > 0);
  const [sale] = await app.sql(
    `select status, payment_status, total::int, refunded_total::int as refunded,
            (select coalesce(sum(amount), 0)::int from refund where sale_id = s.id) as summed,
            (select count(*)::int from refund where sale_id = s.id) as rows from sale s where id = $1`,
    [id],
  );
  const done = refunded.filter(({ body }) => body.status !== 'CANCELLED').length;
  return [
    ...(faults === 0 ? [] : [`${faults} faults`]),
    ...(sale.refunded === sale.summed && sale.refunded === 30 * sale.rows
      ? []
      : [`refunds do not add up: ${JSON.stringify(sale)}`]),
    ...(sale.refunded <= sale.total ? [] : ['more went back than there was']),
    ...((sale.status === 'REFUNDED') === (sale.refunded === sale.total) ? [] : ['a wrong status']),
    ...(done >= sale.rows ? [] : ['a refund that nobody was told of']),
  ];
}

async function drawNumbers(app: TestApp, seller: Caller): Promise<string[]> {
  await app.sql(`create or replace function roll_back() returns trigger language plpgsql as $$
    begin if new.notes = '${ROLLED_BACK}' then raise exception 'rolled back'; end if; return new; end $$`);
  await app.sql('drop trigger if exists roll_back on sale');
  await app.sql('create trigger roll_back before insert on sale for each row execute function roll_back()');
  const devices: string[] = [];
  for (let made = 0; made < AT_ONCE; made += 1) devices.push((await makeDevice(app)).id);
  const first = await highestNumber(app);
  const replies = await race(AT_ONCE, (index) =>
    rest.create(seller, saleBody(devices[index] ?? '', index % 5 === 2 ? { notes: ROLLED_BACK } : {})),
  );
  const numbers = replies.flatMap(({ status, body }) => (status === 201 ? [Number(body.number.slice(-6))] : []));
  const wanted = Array.from({ length: AT_ONCE * 0.8 }, (_, index) => first + 1 + index);
  const sorted = numbers.sort((a, b) => a - b);
  return JSON.stringify(sorted) === JSON.stringify(wanted) ? [] : [`numbers after ${first}: ${sorted}`];
}

async function highestNumber(app: TestApp): Promise<number> {
  const [{ highest }] = await app.sql('select coalesce(max(last), 0)::int as highest from order_counter');
  return highest;
}

async function deviceWithoutLock(em: EntityManager, id: string): Promise<unknown> {
  // The entity of the modules loaded anew, not of this file's.
  const { Device } = await unguarded<typeof import('../../src/persistence/devices/device.entity.ts')>(
    'src/persistence/devices/device.entity.ts',
  );
  const device = await em.findOne(Device, { id });
  await sleep(WINDOW_MS);
  return device;
}

async function saleWithoutLock(em: EntityManager, id: string): Promise<unknown> {
  const { Device } = await unguarded<typeof import('../../src/persistence/devices/device.entity.ts')>(
    'src/persistence/devices/device.entity.ts',
  );
  const { Sale } = await unguarded<typeof import('../../src/persistence/sales/sale.entity.ts')>(
    'src/persistence/sales/sale.entity.ts',
  );
  const sale = await em.findOneOrFail(Sale, { id });
  const device = await em.findOneOrFail(Device, { id: sale.deviceId });
  await sleep(WINDOW_MS);
  return { sale, device };
}

async function numberReadFirst(em: EntityManager, prefix: string, year: number): Promise<number> {
  const known = await row<{ last: number }>(em, 'select last from order_counter where prefix = $1 and year = $2', [
    prefix,
    year,
  ]);
  const next = (known?.last ?? 0) + 1;
  await row(
    em,
    `insert into order_counter (prefix, year, last) values ($1, $2, $3)
     on conflict (prefix, year) do update set last = excluded.last returning last`,
    [prefix, year, next],
  );
  return next;
}
