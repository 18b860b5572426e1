import { startTestApp, type TestApp } from '../support/app.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { waiters } from '../support/lock-waiters.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { beat, deviceOf, historyOf, presenceOf } from './signed-heartbeats.ts';

let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  dataDir = temporaryFolder('keys');
  // Statements that keep the connections busy last as long as a test wants.
  app = await startTestApp({ env: { DATA_DIR: dataDir, DATABASE_STATEMENT_TIMEOUT_MS: '600000' } });
});
afterAll(() => app.stop());

async function fleet(count: number): Promise<MadeDevice[]> {
  const first = await makeDevice(app);
  const others = Array.from({ length: count - 1 }, () => makeDevice(app));
  return [first, ...(await Promise.all(others))];
}

describe('heartbeats that arrive together', () => {
  it('heartbeats that arrive together share commits', async () => {
    const devices = await fleet(60);
    await Promise.all(devices.map((device) => beat(app, device)));
    // All but the first arrive while the first waits for the table, unless that takes longer than it may wait.
    await until(async () => {
      app.clock.advance(1);
      let arrived = 0;
      const count = () => {
        arrived += 1;
      };
      app.server.on('request', count);
      const { all } = await app.runtime
        .em()
        .fork()
        .transactional(async (em) => {
          await em.execute('lock table heartbeat in share mode');
          const all = Promise.all(devices.map((device) => beat(app, device)));
          await until(async () => arrived === devices.length && (await waiters(app.sql)) > 0);
          return { all };
        });
      app.server.off('request', count);
      return (await all).every(({ status }) => status === 201);
    });
    // A row's xmin is the transaction that wrote it.
    const [{ commits }] = await app.sql(
      'select count(distinct xmin::text)::int as commits from heartbeat where device_id = any($1) and timestamp_ms = $2',
      [devices.map(({ id }) => id), app.clock.now().getTime()],
    );
    expect(commits).toBeLessThan(10);
  });

  it('heartbeats that arrive together succeed although one of them is bad', async () => {
    await app.sql(`create function refuse_poison() returns trigger language plpgsql as $$ begin
      if new.app_version = 'poison' then raise exception 'poisoned'; end if; return new; end $$`);
    await app.sql(`create trigger poison before insert on heartbeat for each row execute function refuse_poison()`);
    const devices = await fleet(40);
    const replies = await Promise.all(
      devices.map((device, index) => beat(app, device, { body: { appVersion: index === 17 ? 'poison' : '2.0.0' } })),
    );
    await app.sql('drop trigger poison on heartbeat');
    expect(replies.flatMap(({ status }, index) => (status === 201 ? [] : [[index, status]]))).toEqual([[17, 500]]);
    for (const [index, { id }] of devices.entries()) {
      expect(await historyOf(app, id)).toHaveLength(index === 17 ? 0 : 1);
    }
  });

  it('heartbeats that arrive together never wait for a device that an admin has locked', async () => {
    const [claimed, quiet, neighbour] = await Promise.all([
      makeDevice(app, { status: 'CLAIMED' }),
      makeDevice(app),
      makeDevice(app),
    ]);
    await beat(app, neighbour);
    app.clock.advance(1);
    await app.runtime
      .em()
      .fork()
      .transactional(async (em) => {
        await em.execute('select 1 from device where id in (?, ?) for update', [claimed.id, quiet.id]);
        const devices = [claimed, quiet, neighbour];
        const replies = await Promise.all(devices.map((device) => beat(app, device)));
        expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
      });
    expect(await presenceOf(app, neighbour.id)).toMatchObject({ last_timestamp_ms: String(app.clock.now().getTime()) });
    expect(await historyOf(app, quiet.id)).toHaveLength(1);
    // What was held is made up for by the next heartbeat.
    app.clock.advance(1);
    expect((await beat(app, claimed)).body.device).toEqual({ status: 'ACTIVE' });
    await beat(app, quiet);
    expect(await presenceOf(app, quiet.id)).toMatchObject({ last_timestamp_ms: String(app.clock.now().getTime()) });
  });

  it('heartbeats that arrive together activate a claimed device at the next heartbeat after it is unlocked', async () => {
    const device = await makeDevice(app, { status: 'CLAIMED' });
    await beat(app, await makeDevice(app));
    await app.sql(`update device set status = 'SOLD' where id = $1`, [device.id]);
    await beat(app, device);
    await app.sql(`update device set status = 'CLAIMED' where id = $1`, [device.id]);
    app.clock.advance(1);
    await app.runtime
      .em()
      .fork()
      .transactional(async (em) => {
        await em.execute('select 1 from device where id = ? for update', [device.id]);
        expect((await beat(app, device)).body.device).toEqual({ status: 'CLAIMED' });
      });
    app.clock.advance(1);
    await beat(app, device);
    expect(await deviceOf(app, device.id)).toMatchObject({ status: 'ACTIVE' });
  });

  it('heartbeats that arrive together are stored while admins use up the connections of the main pool', async () => {
    const device = await makeDevice(app);
    const { em, shares } = app.runtime;
    const query = 'select pg_sleep(600)';
    const sleep = () => em().fork().execute(query);
    const asAdmin = (adminId: string) => shares.newRequest().write(adminId, 'sleep', sleep);
    const load = Promise.allSettled([...Array.from({ length: 7 }, sleep), ...['one', 'two', 'three'].map(asAdmin)]);
    const busy = `from pg_stat_activity where datname = current_database() and query = '${query}' and state = 'active'`;
    const count = async () => (await app.sql(`select count(*)::int as n ${busy}`))[0].n;
    await until(async () => (await count()) === 10);
    expect((await beat(app, device)).status).toBe(201);
    expect(await count()).toBe(10);
    await app.sql(`select pg_cancel_backend(pid) ${busy}`);
    await load;
  });

  it('heartbeats that arrive together are stored by two instances on one database without a deadlock', async () => {
    const other = await startTestApp({ database: app.database, clock: app.clock, env: { DATA_DIR: dataDir } });
    const devices = await fleet(30);
    for (let round = 1; round <= 10; round += 1) {
      const timestamp = app.clock.now().getTime() + round;
      const replies = await Promise.all(
        devices.flatMap((device, index) => [
          beat(app, device, { timestamp: timestamp + index }),
          beat({ ...other, clock: app.clock }, devices[devices.length - 1 - index] ?? device, {
            timestamp: timestamp + index,
          }),
        ]),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    }
    await other.stop();
  });
});
