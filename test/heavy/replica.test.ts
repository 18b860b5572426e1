import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fillWithCustomers, openExports, readSlowly } from '../csv/support.ts';
import { SALES, saleBody } from '../sales/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { type DebianPostgres, debianBinaries, startPrimary, startStandby } from '../support/debian-postgres.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROUNDS = 80;
const COUNT_ROUNDS = 10;
const COUNT_MS = 300;
/** What docs/api/errors-and-limits.md promises while a database hangs; the rest is for a slow machine. */
const PROMISE_MS = 15_000;
/** A statement that hangs would not end before the promise is broken. */
const STATEMENT_MS = 60_000;
const PEOPLE = 8;
const ROUNDS_BESIDE = 3;
/** More than the sockets between the two ends hold. */
const CUSTOMERS = 10_000;
const NOTES = 1_000;
const STILL_MS = 200;

/** Whatever is read on a replica. */
const READS: Readonly<Record<string, (by: Caller) => Promise<Reply>>> = {
  list: (by) => by.rest('GET', '/v1/admin/inventory/batches'),
  'typed list': (by) => by.gql('{ batches { totalCount nodes { code } } sales { totalCount } }'),
  report: (by) => by.rest('GET', '/v1/admin/analytics/sales?range=30d'),
  overview: (by) => by.rest('GET', '/v1/admin/overview'),
  question: (by) => by.gql('{ salesMetrics(query: { metrics: [CUSTOMERS] }) { totals } }'),
  export: (by) => by.rest('GET', '/v1/admin/customers/export.csv?take=10'),
};

async function timed(what: string, call: Promise<Reply>) {
  const from = performance.now();
  const { status, body } = await call;
  return { what, status, code: body?.error?.code, ms: performance.now() - from };
}

if (!debianBinaries) process.stderr.write('Debian’s PostgreSQL is not installed: the replica is not proved here.\n');
if (!debianBinaries && process.env.CI) {
  it('Debian’s PostgreSQL is installed', () => {
    throw new Error('pg_basebackup is not installed here: see .ci/run');
  });
}

/** All instances have the same keys. */
const dataDir = temporaryFolder('replica');

(debianBinaries ? describe : describe.skip)('a service with a streaming replica', () => {
  let primary: DebianPostgres;
  let standby: DebianPostgres;
  let pools: pg.Pool[];
  let sql: Sql;
  let onStandby: Sql;
  let a: Service;
  let b: Service;
  let admin: Caller;
  let network: DatabaseProxy;

  beforeAll(async () => {
    primary = await startPrimary();
    standby = await startStandby(primary);
    const env = {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      DATA_DIR: dataDir,
      RATE_LIMIT_STORE: 'memory',
    };
    a = await startService(env);
    b = await startService(env);
    const [onPrimary, copy] = [openDatabase(primary.url), openDatabase(standby.url)];
    pools = [onPrimary.pool, copy.pool];
    [sql, onStandby] = [onPrimary.sql, copy.sql];
    admin = await signedIn(a, sql, { role: 'SUPER_ADMIN' });
    const plan = { batchCode: 'FIRST-1', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 1 };
    const { body } = await admin.rest('POST', '/v1/admin/devices/batches', plan);
    expect((await admin.rest('POST', SALES, saleBody(body.devices[0].id))).status).toBe(201);
  });
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()]);
    await Promise.all(pools.map((pool) => pool.end()));
    await standby?.stop();
    await primary?.stop();
  });

  /** Statements that a database has answered to the service, by what they name. */
  const readsOf = async (on: Sql, table: string): Promise<number> => {
    const [found] = await on(
      `select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans from pg_stat_all_tables where relname = $1`,
      [table],
    );
    return found.scans;
  };
  /** Repeats a read, because a connection counts its scans at the end of a statement, but at most once a second. */
  const reading = async (on: Sql, table: string, work: () => Promise<unknown>): Promise<boolean> => {
    const before = await readsOf(on, table);
    for (let round = 0; round < COUNT_ROUNDS; round += 1) {
      await work();
      if ((await readsOf(on, table)) > before) return true;
      await sleep(COUNT_MS);
    }
    return false;
  };

  const createBatch = async (by: Caller, code: string): Promise<number> => {
    const plan = { code, model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 1 };
    return (await by.rest('POST', '/v1/admin/inventory/batches', plan)).status;
  };
  const seesBatch = async (by: Caller, code: string): Promise<boolean> => {
    const { body } = await by.gql(`{ batches(filter: { code: { eq: "${code}" } }) { totalCount nodes { code } } }`);
    return body.data.batches.totalCount === 1 && body.data.batches.nodes[0]?.code === code;
  };
  const at = (service: Service): Caller => ({ ...admin, ...service.client({ cookie: admin.cookie }) });

  it('a service with a streaming replica reads lists, analytics and exports there', async () => {
    const lists = () => admin.gql('{ sales { totalCount nodes { number } } }');
    const questions = () => admin.gql('{ salesMetrics(query: { metrics: [CUSTOMERS] }) { totals } }');
    const exports = () => admin.rest('GET', '/v1/admin/customers/export.csv');
    expect(await reading(onStandby, 'sale', lists)).toBe(true);
    expect(await reading(onStandby, 'sale', questions)).toBe(true);
    expect(await reading(onStandby, 'customer', exports)).toBe(true);
    const { body } = await questions();
    expect(body.data.salesMetrics.totals).toEqual([1]);
  });

  it('a service with a streaming replica shows admins what they have just written, at whichever instance they read', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = `OWN-${round}`;
      expect(await createBatch(at(a), code)).toBe(201);
      const seen = await Promise.all([seesBatch(at(a), code), seesBatch(at(b), code)]);
      expect([code, ...seen]).toEqual([code, true, true]);
    }
  });

  it('a service with a streaming replica decides on the primary alone: a suspended admin is out at once', async () => {
    await onStandbyPaused(async () => {
      const clerk = await signedIn(a, sql, { role: 'VIEWER' });
      expect((await clerk.gql('{ batches { totalCount } }')).status).toBe(200);
      await sql(`update admin set status = 'SUSPENDED' where id = $1`, [clerk.admin.id]);
      await sql('delete from admin_session where admin_id = $1', [clerk.admin.id]);
      expect((await clerk.gql('{ batches { totalCount } }')).status).toBe(401);
    });
  });

  it('a service with a streaming replica reads the primary while the replica lags, and the replica again when it has caught up', async () => {
    await onStandbyPaused(async () => {
      expect(await createBatch(at(a), 'LATE-1')).toBe(201);
      expect(await onStandby(`select 1 from inventory_batch where code = 'LATE-1'`)).toEqual([]);
      expect(await seesBatch(at(a), 'LATE-1')).toBe(true);
      expect(await seesBatch(at(b), 'LATE-1')).toBe(true);
      const { body } = await admin.gql('{ deviceMetrics(query: { metrics: [DEVICES] }) { totals } }');
      expect(body.data.deviceMetrics.totals).toEqual([1]);
    });
    const list = () => admin.gql('{ batches { totalCount } }');
    await until(async () => reading(onStandby, 'inventory_batch', list));
  });

  it('a service with a streaming replica goes on without the replica, and uses it again when it is back', async () => {
    // Of another admin, who has not used up the limit of calls.
    const other = await signedIn(a, sql, { role: 'SUPER_ADMIN' });
    const seesNow = (code: string) => seesBatch(other, code);
    await standby.kill9();
    expect(await createBatch(at(a), 'ALONE-1')).toBe(201);
    expect(await seesNow('ALONE-1')).toBe(true);
    const { status, text } = await admin.rest('GET', '/v1/admin/customers/export.csv');
    expect([status, text.split('\n').length > 1]).toEqual([200, true]);
    const { body } = await admin.gql('{ salesMetrics(query: { metrics: [CUSTOMERS] }) { totals } }');
    expect(body.data.salesMetrics.totals).toEqual([1]);
    expect(a.output()).toContain('DATABASE_REPLICA_URL');
    await standby.start();
    await until(async () => reading(onStandby, 'inventory_batch', () => seesNow('ALONE-1')));
    expect(await createBatch(at(b), 'BACK-1')).toBe(201);
    expect(await seesNow('BACK-1')).toBe(true);
  });

  it('a service with a streaming replica does not read a replica whose server sorts names by another version of ICU, and reads it again once it does not', async () => {
    const other = await signedIn(a, sql, { role: 'SUPER_ADMIN' });
    const list = () => other.gql('{ batches { totalCount } }');
    // As the indexes of a primary with another ICU would have it; both servers here have the same.
    await sql(`update pg_collation set collversion = '1.2.3' where collname = 'name_order'`);
    const onOther = async () =>
      (await onStandby(`select from pg_collation where collname = 'name_order' and collversion = '1.2.3'`)).length > 0;
    await until(onOther);
    await standby.kill9();
    await standby.start();
    await until(async () => {
      await list();
      return a.output().includes('it sorts names by version');
    });
    expect(await reading(onStandby, 'inventory_batch', list)).toBe(false);
    await sql('alter collation name_order refresh version');
    await until(async () => reading(onStandby, 'inventory_batch', list));
  });

  describe.each([
    ['whose server stands still', () => standby.pause(), () => standby.resume()],
    ['behind a network that drops everything', () => network.silence(), () => network.speak()],
  ])('hangs: one %s', (_what, hang, goOn) => {
    let patient: Service;
    let people: readonly Caller[];
    const start = () =>
      startService({
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URL: network.url,
        DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_MS),
        // Few, so that reads wait for one another.
        DATABASE_POOL_SIZE: '4',
        DATA_DIR: dataDir,
        RATE_LIMIT_STORE: 'memory',
      });
    beforeAll(async () => {
      network = await startDatabaseProxy(standby.url);
      patient = await start();
      people = await Promise.all(Array.from({ length: PEOPLE }, () => signedIn(patient, sql, { role: 'SUPER_ADMIN' })));
    });
    afterEach(() => goOn());
    afterAll(async () => {
      await patient?.stop();
      await network?.close();
    });

    const person = (at: number) => people[at % PEOPLE] as Caller;
    const list = () => person(0).gql('{ batches { totalCount } }');
    const readsAgain = () => until(() => reading(onStandby, 'inventory_batch', list));
    const complaints = () => patient.output().split('it has not answered').length - 1;

    it('the primary answers what was read there, what waited for it, and what comes later', async () => {
      for (const read of Object.values(READS)) expect((await read(person(0))).status).toBe(200);
      await readsAgain();
      // What the primary has locked is locked on the replica: reads stay there until it hangs.
      const holder = await pools[0]?.connect();
      await holder?.query('begin; lock table inventory_batch, customer, sale in access exclusive mode');
      await until(async () => (await onStandby(`select from pg_locks where mode = 'AccessExclusiveLock'`)).length >= 3);
      const beside = Array.from({ length: ROUNDS_BESIDE }, () => Object.entries(READS)).flat();
      const ask = () => beside.map(([what, read], at) => timed(what, read(person(at))));
      const answers = ask();
      await until(
        async () => (await onStandby(`select from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0,
      );
      hang();
      await holder?.query('rollback');
      holder?.release();
      answers.push(...ask());
      const wrong = (await Promise.all(answers)).filter(({ status, ms }) => status !== 200 || ms > PROMISE_MS);
      expect(wrong).toEqual([]);
      expect((await patient.client().rest('GET', '/readyz')).status).toBe(200);
      // Nobody waits for it any more, while it hangs.
      const { body } = await list();
      expect(body.data.batches.totalCount).toBeGreaterThan(0);
      goOn();
      await readsAgain();
    });

    it('an export that had begun there ends', async () => {
      const [{ count }] = await sql('select count(*)::int as count from customer');
      if (count < CUSTOMERS) await fillWithCustomers({ sql }, CUSTOMERS, NOTES);
      await readsAgain();
      let reader = await readSlowly(patient.url, person(0));
      // While the replica lags, an export begins on the primary.
      await until(async () => {
        if ((await openExports({ sql: onStandby }, STILL_MS)) > 0) return true;
        reader.hangUp();
        reader = await readSlowly(patient.url, person(0));
        await sleep(2 * STILL_MS);
        return false;
      });
      const before = complaints();
      hang();
      await expect(reader.rest()).rejects.toThrow();
      await until(() => complaints() > before);
      goOn();
      await until(async () => (await openExports({ sql: onStandby })) === 0);
    });

    it('a service stops, and another one starts', async () => {
      hang();
      expect(await patient.stop()).toBe(0);
      patient = await start();
      const someone = await signedIn(patient, sql);
      expect((await someone.gql('{ batches { totalCount } }')).status).toBe(200);
    });
  });

  async function onStandbyPaused(work: () => Promise<void>): Promise<void> {
    await onStandby('select pg_wal_replay_pause()');
    await until(async () => (await onStandby('select pg_get_wal_replay_pause_state() as state'))[0].state === 'paused');
    try {
      await work();
    } finally {
      await onStandby('select pg_wal_replay_resume()');
    }
  }
});
