import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type pg from 'pg';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { scheduledJobs } from '../../src/domain/jobs/index.ts';
import { createLogger } from '../../src/log.ts';
import { openJobPool, type ScheduledJob, startJobs } from '../../src/persistence/jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MINUTES = 60;

const dataDir = temporaryFolder('jobs');
let app: TestApp;
let pool: pg.Pool;
const warnings: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
  pool = openJobPool(app.database.url, (message) => warnings.push(message));
});
afterAll(async () => {
  await pool.end();
  await app.stop();
});

function jobNamed(name: string): ScheduledJob {
  const job = scheduledJobs(app.runtime, pool).find((each) => each.name === name);
  if (!job) throw new Error(`no job ${name}`);
  return job;
}

/** Minute, hour, day of month, month and day of week, in UTC. */
const SCHEDULE: Readonly<Record<string, string>> = {
  keepHeartbeatPartitions: '7 * * * *',
  indexPastHeartbeats: '27 * * * *',
  rollUpDays: '41 * * * *',
  correctPresences: '*/5 * * * *',
  foldTallies: '* * * * *',
  foldSaleHours: '* * * * *',
  foldSaleBuyers: '* * * * *',
  failStalled: '*/5 * * * *',
  pauseFailingReleases: '* * * * *',
  pauseRevokedKeys: '* * * * *',
  resampleErased: '13 * * * *',
  purgeExpiredKeys: '37 * * * *',
  purgePreorderViews: '47 3 * * *',
  closeExpiredGrants: '*/5 * * * *',
  purgePairingChallenges: '*/5 * * * *',
  sweepObjects: '17 2 * * *',
  purgeExpiredSessions: '23 * * * *',
  purgeSignIns: '*/10 * * * *',
};

describe('the scheduled jobs', () => {
  it('run as often as what they keep needs', () => {
    const jobs = scheduledJobs(app.runtime, pool);
    expect(Object.fromEntries(jobs.map(({ name, cron }) => [name, cron]))).toEqual(SCHEDULE);
  });

  it('correct all presences of the future, ten thousand at a time', async () => {
    const { id } = await makeDevice(app);
    const rows = await app.sql(
      `with made as (
         insert into device select (jsonb_populate_record(d.*, jsonb_build_object('id', gen_random_uuid(), 'serial', 'F-' || n, 'batch_ordinal', n))).*
           from device d, generate_series(2, 10002) n where d.id = $1 returning id
       )
       insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
       select id, now() + interval '1 day', 1, '1.0.0', '1.0.0', 1, 'healthy' from made returning 1`,
      [id],
    );
    expect(rows).toHaveLength(10_001);
    await jobNamed('correctPresences').run();
    expect(await app.sql('select 1 from device_presence where last_seen_at > now()')).toEqual([]);
  });

  it('maintain the heartbeat partitions that the start created', async () => {
    const today = `heartbeat_${app.clock.now().toISOString().slice(0, 10).replaceAll('-', '')}`;
    const names = async () =>
      (
        await app.sql(
          `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'heartbeat'::regclass`,
        )
      ).map(({ name }) => name);
    expect(await names()).toContain(today);
    await app.sql(`drop table ${today}`);
    await jobNamed('keepHeartbeatPartitions').run();
    expect(await names()).toContain(today);
  });

  it('roll up the days of devices, as the settings say', async () => {
    await app.sql(
      `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, status)
       values (gen_random_uuid(), $1, 1, '1.0.0', '1', 1, 'healthy')`,
      [new Date(app.clock.now().getTime() - 60 * HOUR_MS)],
    );
    await jobNamed('rollUpDays').run();
    const days = await app.sql('select time_zone, heartbeats from fleet_day where devices > 0');
    expect(days).toEqual([{ time_zone: 'Asia/Tashkent', heartbeats: '1' }]);
  });

  it('remove only expired sessions', async () => {
    const admin = await insertAdmin(app.sql, app.clock.now(), { role: 'VIEWER' });
    // They last twelve hours: the first of these has ended a moment ago, the second ends now.
    for (const age of [12 * HOUR_MS + 1, 12 * HOUR_MS, 12 * HOUR_MS - 1]) {
      await insertSession(app.sql, admin.id, new Date(app.clock.now().getTime() - age));
    }
    await jobNamed('purgeExpiredSessions').run();
    expect(await app.sql('select 1 from admin_session where admin_id = $1', [admin.id])).toHaveLength(1);
  });

  it('run once each time they are due, across all instances', async () => {
    // The schema is made by the first runner of an installation.
    await (await startJobs(pool, [], () => undefined)).stop();
    // Known for hours and due every minute of the last one: each runner, as it starts, wants to make up for all of it.
    await app.sql(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('count', now() - interval '3 hours')`,
    );
    const ran: string[] = [];
    const from = Date.now();
    const instances = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const own = openJobPool(app.database.url, (message) => warnings.push(message));
        const run = async () => {
          ran.push(name);
          await until(() => new Set(ran).size === 2);
        };
        return {
          pool: own,
          runner: await startJobs(own, [{ name: 'count', cron: '* * * * *', run }], () => undefined),
        };
      }),
    );
    await until(() => ran.length >= MINUTES);
    for (const instance of instances) {
      await instance.runner.stop();
      await instance.pool.end();
    }
    const [{ left }] = await app.sql('select count(*)::int as left from graphile_worker._private_jobs');
    // A minute may turn while the test runs; had each instance done its own, there would be twice as many.
    const minutes = Math.ceil((Date.now() - from) / MINUTE_MS);
    expect(ran.length + left).toBeLessThanOrEqual(MINUTES + 1 + minutes);
    expect(new Set(ran)).toEqual(new Set(['one', 'two']));
    expect(warnings).toEqual([]);
  });

  it('run once as soon as an instance starts, where what they keep is outdated then', async () => {
    const ran: string[] = [];
    const yearly = (name: string) => ({ name, cron: '0 0 1 1 *', run: async () => ran.push(name) });
    const own = openJobPool(app.database.url, (message) => warnings.push(message));
    const runner = await startJobs(own, [yearly('later'), { ...yearly('now'), atStart: true }], () => undefined);
    await until(() => ran.length > 0);
    await runner.stop();
    await own.end();
    expect(ran).toEqual(['now']);
    expect(
      scheduledJobs(app.runtime, pool)
        .filter(({ atStart }) => atStart)
        .map(({ name }) => name),
    ).toEqual(['foldSaleBuyers']);
  });

  it('are scheduled although an instance whose clock is a day ahead scheduled them tomorrow', async () => {
    const lastOf = async () =>
      (
        await app.sql(
          `select last_execution <= now() as passed from graphile_worker._private_known_crontabs where identifier = 'tomorrow'`,
        )
      )[0]?.passed;
    await (await startJobs(pool, [], () => undefined)).stop();
    await app.sql(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('tomorrow', now(), now() + interval '1 day')`,
    );
    const own = openJobPool(app.database.url, () => undefined);
    const runner = await startJobs(
      own,
      [{ name: 'tomorrow', cron: '* * * * *', run: async () => undefined }],
      () => undefined,
    );
    expect(await lastOf()).toBe(true);
    await runner.stop();
    await own.end();
  });

  it('are scheduled anew once the clock of the instance is set back', async () => {
    // A process of its own, whose clock is a day ahead and some seconds before a minute is full: then the runner looks at the clock again.
    const script = `
      const real = globalThis.Date;
      const aheadMs = 86_400_000 + 56_000 - (real.now() % 60_000);
      globalThis.Date = class extends real {
        constructor(...given) { super(...(given.length > 0 ? given : [real.now() + aheadMs])); }
        static now() { return real.now() + aheadMs; }
      };
      const { openJobPool, startJobs } = await import('./dist/src/persistence/jobs.js');
      const pool = openJobPool(process.env.URL, () => undefined);
      const seen = Promise.withResolvers();
      const job = { name: 'today', cron: '* * * * *', run: async () => undefined };
      const runner = await startJobs(pool, [job], (message) => message.includes('was set back') && seen.resolve());
      const known = () => pool.query("select from graphile_worker._private_known_crontabs where identifier = 'today'");
      while ((await known()).rowCount === 0);
      // It has the answer as well by then, and has set its timer.
      for (let count = 0; count < 20; count += 1) await known();
      globalThis.Date = real;
      await seen.promise;
      await runner.stop();
      await pool.end();
      console.log('scheduled anew');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { URL: app.database.url, PATH: process.env.PATH },
      timeout: 120_000,
    });
    expect(stdout).toBe('scheduled anew\n');
  });

  it('go on where the database does not take it that one has ended', async () => {
    const said: string[] = [];
    const own = openJobPool(app.database.url, () => undefined);
    const away = 'alter table graphile_worker._private_jobs rename to away';
    const now = { name: 'now', cron: '0 0 1 1 *', atStart: true as const, run: () => app.sql(away) };
    const runner = await startJobs(own, [now], (message) => said.push(message));
    // Nobody waits for what the runner does after a job: an error that it does not handle would end the process.
    await until(() => said.some((message) => message.includes('Failed to note that job')));
    await app.sql('alter table graphile_worker.away rename to _private_jobs');
    await runner.stop();
    await own.end();
  });

  it('start and stop with the service', async () => {
    const log = createLogger('silent');
    const config = readConfig({ PORT: '0', DATABASE_URL: app.database.url, DATA_DIR: dataDir });
    const started = await startApp({ ...config, databaseUrl: app.database.url }, log, { jobs: true });
    await until(async () => {
      const known = await app.sql('select identifier from graphile_worker._private_known_crontabs');
      return scheduledJobs(app.runtime, pool).every(({ name }) => known.some(({ identifier }) => identifier === name));
    });
    await started.stop();
  });
});
