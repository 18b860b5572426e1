import { fleetDayQuestions } from '../../src/persistence/analytics/fleet-days-dataset.ts';
import { preorderQuestions } from '../../src/persistence/analytics/preorder-datasets.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addDay, groupDays, makeDevice } from '../support/factories/device.ts';
import { type Asking, askOf, NOW, type Question, shortOf, startAnalytics } from './question-support.ts';

/** What is counted by days of the business has the same days in every time zone. */

const FLEET: Asking = { set: fleetDayQuestions, field: 'fleetDayMetrics' };
const PREORDERS: Asking = { set: preorderQuestions, field: 'preorderMetrics' };
const ZONES = ['Asia/Tashkent', 'UTC', 'America/Los_Angeles', 'Pacific/Auckland'];

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startAnalytics();
  admin = await app.as('ADMIN');
  const { id } = await makeDevice(app, {});
  // Makes the partition; its day is replaced by three of Tashkent.
  await addDay(app, id, NOW);
  await app.sql('delete from device_day');
  await app.sql('delete from fleet_day');
  for (const [day, heartbeats] of [
    ['2026-11-18', 1],
    ['2026-11-19', 10],
    ['2026-11-20', 100],
  ] as const) {
    const starts = new Date(`${day}T00:00:00+05:00`);
    await app.sql(
      `insert into fleet_day (starts_at, ends_at, day, time_zone, devices, heartbeats, rolled_up_at)
       values ($1::timestamptz, $1::timestamptz + interval '1 day', $2, 'Asia/Tashkent', 1, 1, $3)`,
      [starts, day, NOW],
    );
    await app.sql(
      `insert into device_day (device_id, starts_at, status, heartbeats, heard_seconds, expected_seconds, restarts, firmware_version)
       values ($1, $2, 'ACTIVE', $3, 86400, 86400, 0, '1.0.0')`,
      [id, starts, heartbeats],
    );
    await app.sql(
      `insert into preorder_view_event (session_hash, day, utm_source, locale, created_at)
       select decode(md5(random()::text), 'hex'), $1, null, 'uz', now() from generate_series(1, $2::int)`,
      [day, heartbeats],
    );
  }
  await groupDays(app);
});
afterAll(() => app.stop());

const short = async (asking: Asking, question: Question) => shortOf(await askOf(admin, asking, question));

/** The same, of the rows of each device instead of their groups. */
const OF_ROWS = { filter: { heartbeats: { gte: 0 } } };

describe.each([
  ['the days of the fleet', FLEET, 'HEARTBEATS', {}],
  ['the days of each device', FLEET, 'HEARTBEATS', OF_ROWS],
  ['the visits of the preorder page', PREORDERS, 'UNIQUE_VIEWS', {}],
] as const)('%s', (_name, asking, metric, more) => {
  const ask = (question: Question) => short(asking, { metrics: [metric], ...more, ...question });

  it.each(ZONES)('business days are the same days in %s, in a series and in a range', async (timezone) => {
    const range = { from: '2026-11-18', to: '2026-11-20' };
    expect(await ask({ timezone, range, grain: 'DAY' })).toEqual([
      ['2026-11-18', 1],
      ['2026-11-19', 10],
      ['2026-11-20', 100],
    ]);
    expect(await ask({ timezone, range: { from: '2026-11-19', to: '2026-11-19' } })).toEqual([[10]]);
    const hours = await ask({ timezone, range, grain: 'HOUR', fill: 'NONE' });
    expect(hours.map(([hour, count]: Json) => [hour.slice(0, 13), count])).toEqual([
      ['2026-11-18T00', 1],
      ['2026-11-19T00', 10],
      ['2026-11-20T00', 100],
    ]);
    expect(await ask({ timezone, range, grain: 'MONTH' })).toEqual([['2026-11', 111]]);
  });

  it('business days are compared with the same days before', async () => {
    const range = { from: '2026-11-19', to: '2026-11-20' };
    const question = { metrics: [metric], ...more, timezone: 'UTC', range, grain: 'DAY', compareTo: 'PREVIOUS_PERIOD' };
    const { rows } = await askOf(admin, asking, question);
    expect(rows.map((row: Json) => [row.bucketLabel, row.previous[0]])).toEqual([
      ['2026-11-19', 0],
      ['2026-11-20', 1],
    ]);
  });
});

it('a report counts a device once over days of another time zone', async () => {
  const range = { from: '2026-11-18', to: '2026-11-20' };
  for (const more of [{}, OF_ROWS]) {
    const question = { metrics: ['DEVICES'], ...more, timezone: 'UTC', range };
    expect(await short(FLEET, question)).toEqual([[1]]);
    expect(await short(FLEET, { ...question, grain: 'DAY' })).toEqual([
      ['2026-11-18', 1],
      ['2026-11-19', 1],
      ['2026-11-20', 1],
    ]);
  }
});
