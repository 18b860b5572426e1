import pg from 'pg';
import { openSnapshot } from '../../src/persistence/backup/snapshot.ts';
import { rollUpDays } from '../../src/persistence/devices/device-days.ts';
import { keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { writeHeartbeats } from '../../src/persistence/devices/heartbeat-store.ts';
import { WRONG_GROUPS } from '../seed/recounts.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const TASHKENT = { timeZone: 'Asia/Tashkent', retentionDays: 400 };
/** The threshold of the settings. */
const ONLINE_SECONDS = 300;

let app: TestApp;
let pool: pg.Pool;
let openFor: string | undefined;

/** Its connections know the tables from the tests before, unless one of these has changed the schema, after which there is another database. */
async function openPool({ url }: TestApp['database']): Promise<void> {
  if (openFor === url) return;
  await pool?.end();
  pool = new pg.Pool({ connectionString: url, max: 8, options: '-c TimeZone=America/New_York' });
  pool.on('error', () => undefined);
  openFor = url;
}

beforeEach(async () => {
  app = await cleanTestApp();
  await openPool(app.database);
  await app.sql('update business_settings set online_threshold_minutes = $1', [ONLINE_SECONDS / 60]);
});
afterEach(async () => {
  expect(await app.sql(WRONG_GROUPS)).toEqual([]);
  await app.stop();
});
afterAll(() => pool.end());

interface Heard {
  readonly at: string;
  readonly uptime?: number;
  readonly signed?: string;
  readonly version?: string;
  readonly build?: number | null;
  readonly heap?: number | null;
  readonly rssi?: number | null;
  readonly temperature?: number | null;
  readonly status?: string;
}

async function hear(device: string, ...heartbeats: readonly Heard[]): Promise<void> {
  const cells = heartbeats.map((heard) => ({
    device_id: device,
    received_at: heard.at,
    timestamp_ms: Date.parse(heard.signed ?? heard.at),
    firmware_version: heard.version ?? '1.0.0',
    firmware_build_number: heard.build ?? null,
    app_version: '1',
    uptime: heard.uptime ?? 10_000_000,
    wifi_rssi: heard.rssi ?? null,
    free_heap: heard.heap ?? null,
    temperature: heard.temperature ?? null,
    status: heard.status ?? 'healthy',
  }));
  await app.sql('insert into heartbeat select * from jsonb_populate_recordset(null::heartbeat, $1)', [
    JSON.stringify(cells),
  ]);
}

/** A device with a history: the status that it came into, and when. */
async function deviceWith(...history: readonly (readonly [status: string, at: string])[]): Promise<string> {
  const { id } = await makeDevice(app, { createdAt: new Date('2026-01-01T00:00:00Z') });
  const from = [null, ...history.map(([status]) => status)];
  for (const [place, [status, at]] of history.entries()) {
    await app.sql(
      `insert into device_event (id, device_id, at, cause, from_status, to_status) values (gen_random_uuid(), $1, $2, 'test', $3, $4)`,
      [id, at, from[place], status],
    );
  }
  return id;
}

const daysOf = (device: string) =>
  app.sql(
    `select dd.*, to_char(fd.day, 'YYYY-MM-DD') as day from device_day dd join fleet_day fd using (starts_at)
      where device_id = $1 order by starts_at`,
    [device],
  );
const written = async () => [
  await app.sql('select * from device_day order by device_id, starts_at'),
  await app.sql('select starts_at, ends_at, day, time_zone, devices, heartbeats from fleet_day order by starts_at'),
];
/** A time at which this day is over, and the next is not. */
const through = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS + 2 * HOUR_MS);

describe('rollUpDays: the days of devices', () => {
  it('the days of devices get the groups that an instance of the version before did not make, and so do the days after it', async () => {
    const device = await deviceWith(['ACTIVE', '2026-01-01T00:00:00Z']);
    await hear(
      device,
      { at: '2026-10-20T10:00:00Z', version: '1.0.0' },
      { at: '2026-10-21T10:00:00Z', version: '1.1.0' },
      { at: '2026-10-22T10:00:00Z', version: '1.0.0' },
      { at: '2026-10-23T10:00:00Z', version: '1.1.0' },
    );
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    const second = new Date('2026-10-20T19:00:00Z');
    await app.sql('delete from fleet_day_group where starts_at = $1', [second]);
    await rollUpDays(pool, through('2026-10-23'), TASHKENT);
    await app.sql('update fleet_day set is_grouped = false where starts_at = $1', [second]);
    expect(await app.sql(WRONG_GROUPS)).not.toEqual([]);
    expect((await rollUpDays(pool, through('2026-10-23'), TASHKENT)).days).toEqual([]);
    expect(await app.sql(WRONG_GROUPS)).toEqual([]);
  });

  it('the days of devices are those of the business time zone, each with what was heard of the device', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z'], ['ACTIVE', '2026-02-01T00:00:00Z']);
    await hear(
      device,
      { at: '2026-10-20T18:59:00Z', version: '0.9.0', rssi: -1, uptime: 100 },
      { at: '2026-10-20T19:00:00Z', version: '1.0.0', build: 7, heap: 50, rssi: -40, temperature: 20, uptime: 160 },
      { at: '2026-10-20T19:02:00Z', version: '1.0.0', build: 7, heap: 40, rssi: -60, temperature: 41.5, uptime: 280 },
      { at: '2026-10-21T03:00:00Z', version: '1.1.0', build: 8, heap: 90, uptime: 60 },
      { at: '2026-10-21T18:58:00Z', version: '1.1.0', build: 8, uptime: 57_540 },
    );
    expect((await rollUpDays(pool, through('2026-10-21'), TASHKENT)).days).toEqual(['2026-10-20', '2026-10-21']);
    const [, second] = await daysOf(device);
    expect(second).toEqual({
      device_id: device,
      day: '2026-10-21',
      starts_at: new Date('2026-10-20T19:00:00Z'),
      status: 'ACTIVE',
      heartbeats: 4,
      // Two minutes, then five after each that no other follows in time; the last is cut by the end of the day.
      heard_seconds: 120 + 300 + 300 + 120,
      expected_seconds: 86_400,
      restarts: 1,
      firmware_version: '1.1.0',
      firmware_build_number: '8',
      lowest_free_heap: '40',
      average_rssi: -50,
      lowest_rssi: -60,
      average_temperature: 30.75,
      highest_temperature: 41.5,
    });
  });

  it('the days of devices begin with the part of the first day that is known', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z'], ['ACTIVE', '2026-02-01T00:00:00Z']);
    await hear(device, { at: '2026-10-20T10:00:00Z' });
    await rollUpDays(pool, through('2026-10-20'), TASHKENT);
    const [day] = await app.sql('select starts_at, ends_at, devices, heartbeats from fleet_day order by starts_at');
    expect(day).toEqual({
      starts_at: new Date('2026-10-20T00:00:00Z'),
      ends_at: new Date('2026-10-20T19:00:00Z'),
      devices: 1,
      heartbeats: '1',
    });
    expect((await daysOf(device))[0]?.expected_seconds).toBe(19 * 3_600);
  });

  it('the days of devices are written when the day is over for an hour, by the clock of the instance and by that of the database', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z']);
    await hear(device, { at: '2026-10-20T10:00:00Z' });
    expect((await rollUpDays(pool, new Date('2026-10-20T19:59:59.999Z'), TASHKENT)).days).toEqual([]);
    expect((await rollUpDays(pool, new Date('2026-10-20T20:00:00Z'), TASHKENT)).days).toEqual(['2026-10-20']);
    const { days } = await rollUpDays(pool, new Date(Date.now() + 30 * DAY_MS), TASHKENT);
    const [{ until }] = (await app.sql('select max(ends_at) as until from fleet_day')) as [{ until: Date }];
    expect(days.length).toBeGreaterThan(20);
    expect(until.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('the days of devices have a row for an ACTIVE device that was silent, and none where nobody was heard', async () => {
    const known = ['READY', '2026-01-01T00:00:00Z'] as const;
    const silent = await deviceWith(known, ['ACTIVE', '2026-10-21T07:00:00Z']);
    const suspended = await deviceWith(
      known,
      ['ACTIVE', '2026-02-01T00:00:00Z'],
      ['SUSPENDED', '2026-10-21T06:00:00Z'],
    );
    const bench = await deviceWith(known);
    await hear(silent, { at: '2026-10-21T07:00:00Z', version: '2.0.0', build: 9 });
    await hear(bench, { at: '2026-10-22T08:00:00Z' }, { at: '2026-10-24T08:00:00Z' });
    await rollUpDays(pool, through('2026-10-24'), TASHKENT);
    const facts = (row: Json) => [row.day, row.status, row.heartbeats, row.heard_seconds, row.expected_seconds];
    expect((await daysOf(silent)).map(facts)).toEqual([
      ['2026-10-21', 'ACTIVE', 1, 300, 12 * 3_600],
      ['2026-10-22', 'ACTIVE', 0, 0, 86_400],
      ['2026-10-24', 'ACTIVE', 0, 0, 86_400],
    ]);
    expect((await daysOf(silent)).map((row) => [row.firmware_version, row.firmware_build_number])).toEqual([
      ['2.0.0', '9'],
      ['2.0.0', '9'],
      // The day before has no row to take it from.
      [null, null],
    ]);
    expect(await daysOf(suspended)).toEqual([]);
    expect((await daysOf(bench)).map(facts)).toEqual([
      ['2026-10-22', 'READY', 1, 300, 0],
      ['2026-10-24', 'READY', 1, 300, 0],
    ]);
  });

  it('the days of devices count a start for each uptime that began anew, and none for a heartbeat that came late', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z']);
    const at = (minute: number) => new Date(Date.parse('2026-10-20T19:00:00Z') + minute * MINUTE_MS).toISOString();
    await hear(
      device,
      // It started within the day, before its first heartbeat.
      { at: at(60), uptime: 600 },
      { at: at(61), uptime: 660 },
      // Signed before the one that came in before it.
      { at: at(62), uptime: 630, signed: at(60.5) },
      { at: at(63), uptime: 780 },
      { at: at(64), uptime: 5 },
      // More uptime than before, but less than the time since then.
      { at: at(600), uptime: 4_000 },
      { at: at(601), uptime: 4_060 },
      // A shutdown was announced: nothing is expected after it.
      { at: at(602), uptime: 4_120, status: 'shutdown' },
    );
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    expect((await daysOf(device)).map(({ restarts, heard_seconds }) => [restarts, heard_seconds])).toEqual([
      [3, 240 + 300 + 120],
    ]);
  });

  it.each([
    ['Asia/Tashkent', '2026-10-23'],
    ['Europe/Berlin', '2026-10-23'],
    ['America/New_York', '2026-10-30'],
  ])('equal a count in plain code over a week in %s, with its change of clocks', async (timeZone, firstDay) => {
    const from = Date.parse(`${firstDay}T00:00:00Z`);
    const random = generator(timeZone);
    const devices = await Promise.all(
      Array.from({ length: 6 }, () =>
        deviceWith(['READY', '2026-01-01T00:00:00Z'], ['ACTIVE', new Date(from + random() * 5 * DAY_MS).toISOString()]),
      ),
    );
    const heard = new Map<string, Heard[]>();
    for (const device of devices) {
      let at = from + random() * DAY_MS;
      let started = at - random() * DAY_MS;
      const list: Heard[] = [];
      while (at < from + 6 * DAY_MS) {
        if (random() < 0.05) started = at - random() * MINUTE_MS;
        list.push({
          at: new Date(Math.floor(at)).toISOString(),
          uptime: Math.floor((at - started) / 1_000),
          version: `1.${Math.floor(random() * 3)}.0`,
          heap: random() < 0.2 ? null : Math.floor(random() * 1_000_000),
          rssi: random() < 0.2 ? null : -Math.floor(random() * 90),
          status: random() < 0.05 ? 'shutdown' : 'healthy',
        });
        at += random() < 0.05 ? random() * 2 * DAY_MS : (0.5 + random()) * 10 * MINUTE_MS;
      }
      heard.set(device, list);
      await hear(device, ...list);
    }
    const { days } = await rollUpDays(pool, new Date(from + 8 * DAY_MS), { ...TASHKENT, timeZone });
    const intervals = await app.sql('select starts_at, ends_at from fleet_day order by starts_at');
    expect(intervals.length).toBe(days.length);
    const lengths = new Set(intervals.slice(1).map(({ starts_at, ends_at }) => (ends_at - starts_at) / HOUR_MS));
    expect([...lengths].sort()).toEqual(timeZone === 'Asia/Tashkent' ? [24] : [24, 25]);
    for (const device of devices) {
      const rows = await daysOf(device);
      const plain = intervals.flatMap(({ starts_at, ends_at }) =>
        plainDay(heard.get(device) ?? [], starts_at, ends_at),
      );
      expect(
        rows
          .filter(({ heartbeats }) => heartbeats > 0)
          .map((row) => ({
            heartbeats: row.heartbeats,
            heard: row.heard_seconds,
            restarts: row.restarts,
            version: row.firmware_version,
            heap: row.lowest_free_heap === null ? null : Number(row.lowest_free_heap),
            rssi: row.average_rssi === null ? null : Math.round(row.average_rssi * 1_000),
          })),
      ).toEqual(plain);
    }
  });
});

/** The same in plain code, of one device. */
function plainDay(heard: readonly Heard[], startsAt: Date, endsAt: Date): object[] {
  const [start, end] = [startsAt.getTime(), endsAt.getTime()];
  const near = heard.filter(({ at }) => Date.parse(at) >= start - ONLINE_SECONDS * 1_000 && Date.parse(at) < end);
  const today = near.filter(({ at }) => Date.parse(at) >= start);
  const last = today.at(-1);
  if (!last) return [];
  let seconds = 0;
  let restarts = 0;
  for (const [place, { at, uptime = 0, status }] of near.entries()) {
    const received = Date.parse(at);
    const next = near[place + 1];
    const until = Math.min(received + ONLINE_SECONDS * 1_000, next ? Date.parse(next.at) : end, end);
    if (status !== 'shutdown') seconds += Math.max(0, until - Math.max(received, start)) / 1_000;
    if (received < start) continue;
    const before = near[place - 1];
    const booted = received - uptime * 1_000;
    const isStart = before
      ? uptime < (before.uptime ?? 0) || booted > Date.parse(before.at) + 10_000
      : booted >= start - ONLINE_SECONDS * 1_000;
    if (isStart) restarts += 1;
  }
  const heaps = today.flatMap(({ heap }) => heap ?? []);
  const signals = today.flatMap(({ rssi }) => rssi ?? []);
  return [
    {
      heartbeats: today.length,
      heard: Math.round(seconds),
      restarts,
      version: last.version,
      heap: heaps.length > 0 ? Math.min(...heaps) : null,
      rssi: signals.length > 0 ? Math.round((signals.reduce((a, b) => a + b, 0) / signals.length) * 1_000) : null,
    },
  ];
}

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function generator(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('rollUpDays: a run', () => {
  const heardFor = async (days: number) => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z'], ['ACTIVE', '2026-02-01T00:00:00Z']);
    const first = Date.parse('2026-09-20T10:00:00Z');
    await hear(
      device,
      ...Array.from({ length: days }, (_, day) => ({ at: new Date(first + day * DAY_MS).toISOString() })),
    );
    return device;
  };

  it('a run fills every day that is still there, and another run changes nothing', async () => {
    await heardFor(40);
    await keepHeartbeatPartitions(pool, new Date('2026-09-25T00:00:00Z'), 400);
    expect((await rollUpDays(pool, through('2026-10-29'), TASHKENT)).days).toHaveLength(40);
    const before = await written();
    expect(await rollUpDays(pool, through('2026-10-29'), TASHKENT)).toEqual({ days: [], dropped: [] });
    expect(await written()).toEqual(before);
    await app.sql('delete from device_day');
    await app.sql('delete from fleet_day');
    await rollUpDays(pool, through('2026-10-29'), TASHKENT);
    expect(await written()).toEqual(before);
  });

  it('a run of many instances at once writes each day once', async () => {
    const device = await heardFor(10);
    const runs = await Promise.all([1, 2, 3, 4].map(() => rollUpDays(pool, through('2026-09-29'), TASHKENT)));
    // Whoever finds another one at work leaves the rest to it.
    await rollUpDays(pool, through('2026-09-29'), TASHKENT);
    expect(new Set(runs.flatMap(({ days }) => days)).size).toBe(runs.flatMap(({ days }) => days).length);
    expect(await daysOf(device)).toHaveLength(10);
  });

  it('a run that ends in the middle of a day leaves all days before it, and the next run continues', async () => {
    const device = await heardFor(5);
    await app.sql(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'the power failed'; end $$`,
    );
    await app.sql(
      `create trigger fail before insert on fleet_day for each row when (new.day = '2026-09-22') execute function fail()`,
    );
    await expect(rollUpDays(pool, through('2026-09-24'), TASHKENT)).rejects.toThrow('the power failed');
    expect((await daysOf(device)).map(({ day }) => day)).toEqual(['2026-09-20', '2026-09-21']);
    expect(await app.sql('select * from device_day')).toHaveLength(2);
    await app.sql('drop trigger fail on fleet_day');
    await rollUpDays(pool, through('2026-09-24'), TASHKENT);
    expect(await daysOf(device)).toHaveLength(5);
  });

  it('a run holds up no heartbeat: changes of the partitions are left to the next run', async () => {
    await heardFor(2);
    await app.sql(
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(77); return new; end $$`,
    );
    await app.sql('create trigger wait before insert on fleet_day for each row execute function wait()');
    const holder = await pool.connect();
    await holder.query('select pg_advisory_lock(77)');
    const running = rollUpDays(pool, through('2026-09-21'), TASHKENT);
    await until(async () => (await waiters(app.sql, `locktype = 'advisory'`)) > 0);
    const impatient = new pg.Pool({ connectionString: app.database.url, max: 2, options: '-c lock_timeout=500' });
    const heartbeat = `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, status)
      values (gen_random_uuid(), '2026-09-20T12:00:00Z', 1, '1.0.0', '1', 1, 'healthy')`;
    await impatient.query(heartbeat);
    const keep = () => keepHeartbeatPartitions(impatient, new Date('2026-09-15T12:00:00Z'), 30);
    expect(await keep()).toEqual({ made: [], dropped: [] });
    await impatient.query(heartbeat);
    await holder.query('select pg_advisory_unlock(77)');
    holder.release();
    expect((await running).days).toHaveLength(2);
    expect((await keep()).made).toHaveLength(8);
    await impatient.end();
  });

  it('a run continues where it ended when the time zone has changed meanwhile', async () => {
    await heardFor(6);
    await rollUpDays(pool, through('2026-09-21'), TASHKENT);
    await rollUpDays(pool, through('2026-09-25'), { ...TASHKENT, timeZone: 'UTC' });
    const intervals = await app.sql('select starts_at, ends_at, time_zone from fleet_day order by starts_at');
    expect(new Set(intervals.map(({ time_zone }) => time_zone))).toEqual(new Set(['Asia/Tashkent', 'UTC']));
    for (const [place, { starts_at }] of intervals.entries()) {
      if (place > 0) expect(starts_at).toEqual(intervals[place - 1]?.ends_at);
    }
    const [{ total }] = (await app.sql('select sum(heartbeats)::int as total from device_day')) as [{ total: number }];
    expect(total).toBe(6);
  });

  it('a run drops months beyond the retention, three at a time, and none because a clock is ahead', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z']);
    const months = ['02', '03', '04', '05', '06', '07', '08', '09', '10'];
    await hear(device, ...months.map((month) => ({ at: `2026-${month}-10T10:00:00Z` })));
    await rollUpDays(pool, new Date('2026-10-12T00:00:00Z'), TASHKENT);
    const kept = async () =>
      (
        await app.sql(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'device_day'::regclass`,
        )
      )
        .map(({ name }) => name)
        .sort();
    expect(await kept()).toHaveLength(months.length);
    const inTenYears = new Date(Date.now() + 3_650 * DAY_MS);
    await app.sql(
      `update fleet_day set ends_at = '2099-01-01' where starts_at = (select max(starts_at) from fleet_day)`,
    );
    const short = { ...TASHKENT, retentionDays: 31 };
    const backup = await openSnapshot(app.database.url);
    expect((await rollUpDays(pool, new Date('2026-10-12T00:00:00Z'), short)).dropped).toEqual([]);
    await backup.close();
    expect((await rollUpDays(pool, new Date('2026-10-12T00:00:00Z'), short)).dropped).toEqual(
      ['02', '03', '04'].map((month) => `device_day_2026${month}`),
    );
    expect((await rollUpDays(pool, new Date('2026-10-12T00:00:00Z'), short)).dropped).toHaveLength(3);
    expect((await rollUpDays(pool, new Date('2026-10-12T00:00:00Z'), short)).dropped).toEqual(['device_day_202608']);
    expect(await app.sql(`select from fleet_day where starts_at < '2026-09-01'`)).toEqual([]);
    // Today by the database is in November: September may go, October must stay.
    await rollUpDays(pool, inTenYears, short);
    expect(await kept()).toContain('device_day_202610');
  });
});

describe('a day that a clock that was ahead has rolled up before it was over', () => {
  const ACTIVE = [
    ['READY', '2026-01-01T00:00:00Z'],
    ['ACTIVE', '2026-02-01T00:00:00Z'],
  ] as const;
  const AHEAD = new Date('2026-10-21T06:00:00Z');
  const TRUE = new Date('2026-10-20T06:30:00Z');
  let device: string;
  beforeEach(async () => {
    device = await deviceWith(...ACTIVE);
    await hear(device, { at: '2026-10-19T10:00:00Z' }, { at: '2026-10-20T05:00:00Z' });
    expect((await rollUpDays(pool, AHEAD, TASHKENT)).days).toEqual(['2026-10-19', '2026-10-20']);
    await hear(device, { at: '2026-10-20T12:00:00Z' });
  });

  it('a day that a clock that was ahead has rolled up before it was over is forgotten, and rolled up again with all of its heartbeats when it is over', async () => {
    expect((await rollUpDays(pool, TRUE, TASHKENT)).days).toEqual([]);
    expect((await daysOf(device)).map(({ day }) => day)).toEqual(['2026-10-19']);
    expect((await rollUpDays(pool, new Date('2026-10-20T20:00:00Z'), TASHKENT)).days).toEqual(['2026-10-20']);
    const rolledUp = await written();
    expect((await daysOf(device)).map(({ day, heartbeats }) => [day, heartbeats])).toEqual([
      ['2026-10-19', 1],
      ['2026-10-20', 2],
    ]);
    await app.sql('delete from device_day');
    await app.sql('delete from fleet_day');
    await rollUpDays(pool, new Date('2026-10-20T20:00:00Z'), TASHKENT);
    expect(await written()).toEqual(rolledUp);
  });

  it('a day that a clock that was ahead has rolled up before it was over is rolled up again also when it is over before anybody looks, if the clock of the database was ahead', async () => {
    await app.sql(`update fleet_day set rolled_up_at = now() + interval '1 day'`);
    expect((await rollUpDays(pool, new Date('2026-10-20T20:30:00Z'), TASHKENT)).days).toEqual([
      '2026-10-19',
      '2026-10-20',
    ]);
    expect((await daysOf(device)).map(({ heartbeats }) => heartbeats)).toEqual([1, 2]);
  });

  it('a day that a clock that was ahead has rolled up before it was over stays with all days before it when its heartbeats were dropped', async () => {
    await app.sql('delete from heartbeat');
    await rollUpDays(pool, TRUE, TASHKENT);
    expect((await daysOf(device)).map(({ day }) => day)).toEqual(['2026-10-19', '2026-10-20']);
  });

  it('a day that a clock that was ahead has rolled up before it was over drops no month: the retention counts back from the last day that anybody was heard in', async () => {
    await rollUpDays(pool, new Date('2026-11-20T12:00:00Z'), { ...TASHKENT, retentionDays: 400 });
    expect(
      (await rollUpDays(pool, new Date('2026-11-20T12:00:00Z'), { ...TASHKENT, retentionDays: 1 })).dropped,
    ).toEqual([]);
    expect(await daysOf(device)).not.toEqual([]);
  });
});

describe('rollUpDays and the heartbeats', () => {
  it('a heartbeat partition is dropped when its days are rolled up, not before', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z']);
    const keep = () => keepHeartbeatPartitions(pool, new Date('2026-10-30T12:00:00Z'), 2);
    await keepHeartbeatPartitions(pool, new Date('2026-10-20T12:00:00Z'), 2);
    await hear(
      device,
      { at: '2026-09-01T10:00:00Z' },
      ...['20', '21', '27'].map((day) => ({ at: `2026-10-${day}T10:00:00Z` })),
      { at: '2026-10-30T10:00:00Z' },
    );
    const heartbeats = async () => (await app.sql('select from heartbeat')).length;
    // Those without a heartbeat are no loss.
    expect((await keep()).dropped).toEqual(['heartbeat_20261022']);
    expect(await heartbeats()).toBe(5);
    await rollUpDays(pool, new Date('2026-10-21T20:00:00Z'), TASHKENT);
    // The day of the 21st in Tashkent ends before that of UTC does.
    expect((await keep()).dropped).toEqual(['heartbeat_20261020', 'heartbeat_20261023']);
    expect(await app.sql('select from heartbeat_default where received_at < $1', ['2026-10-01'])).toEqual([]);
    await rollUpDays(pool, new Date('2026-10-30T12:00:00Z'), TASHKENT);
    expect((await keep()).dropped).toEqual(['heartbeat_20261021', 'heartbeat_20261024', 'heartbeat_20261025']);
    const [{ total }] = (await app.sql('select sum(heartbeats)::int as total from device_day')) as [{ total: number }];
    expect(total).toBe(4);
  });
});

describe('a heartbeat that is stored after its day was rolled up', () => {
  const NOTED = 'select from late_heartbeat';
  const ACTIVE = [
    ['READY', '2026-01-01T00:00:00Z'],
    ['ACTIVE', '2026-02-01T00:00:00Z'],
  ] as const;

  /** Stores them as the service does, now. */
  async function storeLate(...heartbeats: readonly (Heard & { readonly device: string })[]): Promise<void> {
    const stored = await writeHeartbeats(
      pool,
      heartbeats.map((heard) => ({
        deviceId: heard.device,
        secretVersion: 1,
        receivedAt: new Date(heard.at),
        timestampMs: Date.parse(heard.at),
        firmwareVersion: heard.version ?? '1.0.0',
        firmwareBuildNumber: null,
        hardwareRevision: null,
        otaSlot: null,
        appVersion: '1',
        uptime: heard.uptime ?? 10_000_000,
        wifiRssi: heard.rssi ?? null,
        freeHeap: heard.heap ?? null,
        temperature: null,
        status: 'healthy',
      })),
    );
    expect(stored).not.toContain(undefined);
  }

  /** What a roll-up of everything writes, from the start. */
  async function recount(): Promise<unknown> {
    await app.sql('delete from device_day');
    await app.sql('delete from fleet_day');
    await app.sql('delete from late_heartbeat');
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    return written();
  }
  beforeEach(async () => {
    for (const day of ['14', '20']) await keepHeartbeatPartitions(pool, new Date(`2026-10-${day}T12:00:00Z`), 400);
  });

  it('a heartbeat that is stored after its day was rolled up counts in its day, in the one after it and in what silent days continue, once', async () => {
    const [device, other] = [await deviceWith(...ACTIVE), await deviceWith(...ACTIVE)];
    await hear(device, { at: '2026-10-16T10:00:00Z' });
    await hear(other, ...['16', '17', '18', '19', '20'].map((day) => ({ at: `2026-10-${day}T10:00:00Z` })));
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    const before = await daysOf(other);
    await storeLate(
      { device, at: '2026-10-18T10:00:00Z', version: '2.0.0', rssi: -70, uptime: 5 },
      { device, at: '2026-10-18T18:58:00Z', version: '2.0.0' },
    );
    expect(await app.sql(NOTED)).toHaveLength(2);
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    expect(await app.sql(NOTED)).toEqual([]);
    const facts = (row: Json) => [row.day, row.heartbeats, row.heard_seconds, row.restarts, row.firmware_version];
    expect((await daysOf(device)).map(facts)).toEqual([
      ['2026-10-16', 1, 300, 0, '1.0.0'],
      ['2026-10-17', 0, 0, 0, '1.0.0'],
      ['2026-10-18', 2, 420, 1, '2.0.0'],
      ['2026-10-19', 0, 180, 0, '2.0.0'],
      ['2026-10-20', 0, 0, 0, '2.0.0'],
    ]);
    expect(await daysOf(other)).toEqual(before);
    const corrected = await written();
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    expect(await written()).toEqual(corrected);
    expect(await recount()).toEqual(corrected);
  });

  it('a heartbeat that is stored after its day was rolled up makes a day in which nobody was heard one in which others were silent', async () => {
    const [device, silent] = [await deviceWith(...ACTIVE), await deviceWith(...ACTIVE)];
    for (const each of [device, silent])
      await hear(each, { at: '2026-10-16T10:00:00Z' }, { at: '2026-10-20T10:00:00Z' });
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    await storeLate({ device, at: '2026-10-18T10:00:00Z' });
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    expect((await daysOf(silent)).map(({ day, heartbeats }) => [day, heartbeats])).toEqual([
      ['2026-10-16', 1],
      ['2026-10-18', 0],
      ['2026-10-20', 1],
    ]);
    const corrected = await written();
    expect(await recount()).toEqual(corrected);
  });

  it('a heartbeat that is stored after its day was rolled up leaves a day alone whose other heartbeats were dropped', async () => {
    const device = await deviceWith(...ACTIVE);
    await hear(device, ...['15', '16', '17', '18', '19', '20'].map((day) => ({ at: `2026-10-${day}T10:00:00Z` })));
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    await app.sql('drop table heartbeat_20261014, heartbeat_20261015, heartbeat_20261016');
    const before = await daysOf(device);
    // More than are corrected at once come first.
    await app.sql(
      `insert into late_heartbeat (device_id, received_at) select $1, '2026-10-16T11:00:00Z' from generate_series(1, 20000)`,
      [device],
    );
    await storeLate({ device, at: '2026-10-16T12:00:00Z' }, { device, at: '2026-10-19T12:00:00Z' });
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    expect(await app.sql(NOTED)).toEqual([]);
    const counts = (days: readonly Json[]) => days.map(({ heartbeats }) => heartbeats);
    expect([counts(before), counts(await daysOf(device))]).toEqual([
      [1, 1, 1, 1, 1, 1],
      [1, 1, 1, 1, 2, 1],
    ]);
  });

  it('a heartbeat that is stored after its day was rolled up is noted when it comes half an hour after it was received, and not before', async () => {
    const device = await deviceWith(...ACTIVE);
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
    await storeLate({ device, at: minutesAgo(0) }, { device, at: minutesAgo(25) }, { device, at: minutesAgo(-10) });
    expect(await app.sql(NOTED)).toEqual([]);
    await storeLate({ device, at: minutesAgo(35) }, { device, at: minutesAgo(0) });
    expect(await app.sql(NOTED)).toHaveLength(1);
  });

  it('a heartbeat that is stored after its day was rolled up counts when it is stored while the days are corrected, and neither waits for the other', async () => {
    const [device, other] = [await deviceWith(...ACTIVE), await deviceWith(...ACTIVE)];
    for (const each of [device, other]) await hear(each, { at: '2026-10-16T10:00:00Z' });
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    await app.sql(
      `create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(78); return new; end $$`,
    );
    await app.sql('create trigger wait before update on fleet_day for each row execute function wait()');
    const holder = await pool.connect();
    await holder.query('select pg_advisory_lock(78)');
    await storeLate({ device, at: '2026-10-18T10:00:00Z' });
    const running = rollUpDays(pool, through('2026-10-21'), TASHKENT);
    await until(async () => (await waiters(app.sql, `locktype = 'advisory'`)) > 0);
    await storeLate({ device: other, at: '2026-10-18T11:00:00Z' }, { device, at: '2026-10-18T12:00:00Z' });
    await holder.query('select pg_advisory_unlock(78)');
    holder.release();
    await running;
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    const counted = [await daysOf(device), await daysOf(other)].map((days) =>
      days.map(({ day, heartbeats }) => [day, heartbeats]),
    );
    expect(counted).toEqual([
      [
        ['2026-10-16', 1],
        ['2026-10-18', 2],
      ],
      [
        ['2026-10-16', 1],
        ['2026-10-18', 1],
      ],
    ]);
  });

  it('a heartbeat that is stored after its day was rolled up counts once, whatever is stored, corrected and killed meanwhile: a recount equals it', async () => {
    const random = generator('late');
    // Each once, if it can be: what is lost would come back with the next note of the same device.
    const devices = await Promise.all(Array.from({ length: 160 }, () => deviceWith(...ACTIVE)));
    for (const device of devices) await hear(device, { at: '2026-10-15T20:00:00Z' }, { at: '2026-10-20T12:00:00Z' });
    const firstOf = Date.parse('2026-10-15T20:30:00Z');
    let isGoing = true;
    let ended = 0;
    let stored = 0;
    const writers = Array.from({ length: 8 }, async () => {
      while (stored < devices.length || ended < 3) {
        const device = String(devices[stored % devices.length]);
        stored += 1;
        const at = new Date(Math.floor(firstOf + random() * 4.5 * DAY_MS)).toISOString();
        await storeLate({ device, at, uptime: Math.floor(random() * 100_000), rssi: -Math.floor(random() * 90) });
      }
    });
    // In pools of their own, as instances have them, which are also ended in the middle of their statements.
    const correct = async () => {
      const instance = new pg.Pool({ connectionString: app.database.url, max: 1, application_name: 'corrector' });
      instance.on('error', () => undefined);
      instance.on('connect', (client) => client.on('error', () => undefined));
      while (isGoing) {
        await rollUpDays(instance, through('2026-10-21'), TASHKENT).catch(() => {
          ended += 1;
        });
      }
      await instance.end();
    };
    const killer = (async () => {
      while (isGoing) {
        await app.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'corrector' and query ~ 'device_day' and state = 'active'`,
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const correctors = [correct(), correct()];
    await Promise.all(writers);
    isGoing = false;
    await killer;
    await Promise.all(correctors);
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    expect(await app.sql(NOTED)).toEqual([]);
    const corrected = await written();
    const [{ total }] = (await app.sql('select sum(heartbeats)::int as total from device_day')) as [{ total: number }];
    expect(total).toBe(2 * devices.length + stored);
    expect(await recount()).toEqual(corrected);
  });
});

describe('Device.days', () => {
  it('Device.days lists the days of a device, the latest first, with the device itself', async () => {
    const device = await deviceWith(['READY', '2026-01-01T00:00:00Z'], ['ACTIVE', '2026-02-01T00:00:00Z']);
    await hear(device, { at: '2026-10-20T10:00:00Z', rssi: -55, uptime: 5 }, { at: '2026-10-21T10:00:00Z' });
    await rollUpDays(pool, through('2026-10-21'), TASHKENT);
    const viewer = await app.as('VIEWER');
    const query = `query ($id: ID!, $after: String, $filter: DeviceDayFilter) { device(id: $id) { days(first: 1, after: $after, filter: $filter) {
      totalCount pageInfo { endCursor hasNextPage }
      nodes { id day startsAt daySeconds status heartbeats heardSeconds expectedSeconds restarts averageRssi model batchCode device { id } } } } }`;
    const { body } = await viewer.gql(query, { id: device });
    expect(body.errors).toBeUndefined();
    const { days } = body.data.device;
    expect([days.totalCount, days.nodes[0].day, days.nodes[0].daySeconds]).toEqual([2, '2026-10-21', 86_400]);
    const next = await viewer.gql(query, { id: device, after: days.pageInfo.endCursor });
    expect(next.body.data.device.days.nodes).toEqual([
      {
        id: expect.any(String),
        day: '2026-10-20',
        startsAt: '2026-10-20T00:00:00.000Z',
        daySeconds: 68_400,
        status: 'ACTIVE',
        heartbeats: 1,
        heardSeconds: 300,
        expectedSeconds: 68_400,
        restarts: 1,
        averageRssi: -55,
        model: 'LAMP1',
        batchCode: expect.any(String),
        device: { id: device },
      },
    ]);
    const filter = { restarts: { gte: 1 }, device: { model: { eq: 'LAMP1' } } };
    const filtered = await viewer.gql(query, { id: device, filter });
    expect(filtered.body.data.device.days.totalCount).toBe(1);
  });
});
