import pg from 'pg';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { ClusterLoad, CUSTOMERS, expectNothingLost } from '../heavy/cluster-load.ts';
import { SALES, saleBody } from '../sales/support.ts';
import type { Sql } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { type ClusterNode, type DatabaseCluster, hasCluster, startCluster } from '../support/database-cluster.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const CALLERS = 3;
/** A rate limit is 120 calls in a minute. */
const POLL_MS = 600;

if (!hasCluster)
  process.stderr.write('Patroni and its parts are not installed: faults of a cluster are not proved here.\n');

(hasCluster ? describe : describe.skip)('a service on PostgreSQL under Patroni', () => {
  let cluster: DatabaseCluster;
  let service: Service;
  let pool: pg.Pool;
  let sql: Sql;
  let house: Parameters<typeof makeDevice>[0];

  beforeAll(async () => {
    cluster = await startCluster({ byNetworks: true });
    const folder = temporaryFolder('cluster-faults');
    service = await startService({
      DATABASE_URL: cluster.url,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      DATA_DIR: folder,
      KARVON_CONSOLE: 'off',
    });
    ({ pool, sql } = openDatabase(cluster.primaryUrl));
    const keys = loadKeys({ kind: 'folder', path: `${folder}/keys` });
    house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } } as never;
  });
  afterAll(async () => {
    await service?.stop();
    await pool?.end();
    await cluster?.stop();
  });

  async function startLoad(): Promise<ClusterLoad> {
    const load = new ClusterLoad();
    for (let index = 0; index < CALLERS; index += 1) {
      const who = await signedIn(service, sql, { role: 'SUPER_ADMIN' });
      const { id } = await makeDevice(house);
      const sale = await who.rest('POST', SALES, saleBody(id));
      expect(sale.status).toBe(201);
      load.write(who, (await makeCustomerRow(house)).id);
      load.pay(who, sale.body.id);
      load.look(await signedIn(service, sql, { role: 'SUPER_ADMIN' }));
      load.beat(service.client(), await makeDevice(house, { status: 'ACTIVE' }));
    }
    await written(load, performance.now());
    return load;
  }

  /** Waits for a write that began after a time and was acknowledged. @returns the seconds from that time to its answer */
  async function written(load: ClusterLoad, since: number): Promise<string> {
    const found = () => load.writes.find(({ outcome, begin }) => outcome === 'ok' && begin > since);
    await until(() => found() !== undefined, POLL_MS);
    return (((found()?.end ?? since) - since) / 1000).toFixed(1);
  }

  async function finish(load: ClusterLoad): Promise<void> {
    await until(() => load.beats.at(-1)?.outcome === 'ok' && load.looks.at(-1)?.isAnswered === true, POLL_MS);
    await load.stop();
    await expectNothingLost(load, sql);
    expect(load.odd).toEqual([]);
    // The next fault begins with a whole cluster.
    await until(cluster.isSynchronous, POLL_MS);
  }

  async function roles(): Promise<{ primary: ClusterNode; standby: ClusterNode }> {
    const primary = await cluster.primary();
    const standby = cluster.nodes.find((node) => node !== primary);
    if (!primary || !standby) throw new Error('the cluster is not whole');
    return { primary, standby };
  }

  const report = (text: string) => process.stderr.write(`${text}\n`);

  it('switches over to the standby by patronictl, and loses nothing', async () => {
    const load = await startLoad();
    const { primary, standby } = await roles();
    const at = performance.now();
    const names = ['--leader', primary.name, '--candidate', standby.name];
    await cluster.patronictl('switchover', 'karvon', ...names, '--force');
    await until(async () => (await cluster.primary()) === standby, POLL_MS);
    const switchedAt = performance.now();
    await written(load, switchedAt);
    report(`switchover: a write ${await written(load, at)} s after the command began`);
    await finish(load);
  });

  it('goes on without the standby, whose loss is no failover, and has it again when it is back', async () => {
    const load = await startLoad();
    const { primary, standby } = await roles();
    const at = performance.now();
    await standby.kill9();
    await until(async () => (await cluster.isSynchronous()) === false, POLL_MS);
    // Commits wait for the standby until Patroni has seen that it is gone.
    await until(
      async () =>
        (await sql(`select from pg_settings where name = 'synchronous_standby_names' and setting = ''`)).length === 1,
      POLL_MS,
    );
    const aloneAt = performance.now();
    await written(load, aloneAt);
    report(`lost standby: the primary was alone after ${((aloneAt - at) / 1000).toFixed(1)} s`);
    expect(await cluster.primary()).toBe(primary);
    standby.start();
    await until(cluster.isSynchronous, POLL_MS);
    await finish(load);
    expect(await cluster.primary()).toBe(primary);
  });

  it('answers writes with 503 and Retry-After while etcd is lost, and writes again by itself when it is back', async () => {
    const load = await startLoad();
    const who = await signedIn(service, sql, { role: 'SUPER_ADMIN' });
    const { id } = await makeCustomerRow(house);
    const { primary } = await roles();
    const at = performance.now();
    await cluster.killEtcd();
    await until(() => isStandby(primary), POLL_MS);
    report(`lost etcd: the primary was read-only after ${((performance.now() - at) / 1000).toFixed(1)} s`);
    let refused: Reply | undefined;
    await until(async () => {
      refused = await who.rest('PATCH', `${CUSTOMERS}/${id}`, { country: 'UZ' });
      return refused.status === 503;
    }, POLL_MS);
    expect([refused?.body.error.code, Number(refused?.headers['retry-after'])]).toEqual([
      'SERVICE_UNAVAILABLE',
      expect.any(Number),
    ]);
    expect(await cluster.primary()).toBeUndefined();
    const client = service.client();
    expect((await client.rest('GET', '/livez')).status).toBe(200);
    await until(async () => (await client.rest('GET', '/readyz')).status === 503, POLL_MS);
    const backAt = performance.now();
    cluster.startEtcd();
    report(`lost etcd: a write ${await written(load, backAt)} s after etcd was back`);
    await until(async () => (await client.rest('GET', '/readyz')).status === 200, POLL_MS);
    await finish(load);
  });

  it('follows the new primary when the old one is cut off, which acknowledges nothing meanwhile', async () => {
    await sql('create table isolated_write (number integer primary key)');
    const load = await startLoad();
    const { primary, standby } = await roles();
    const at = performance.now();
    primary.isolate();
    // A client on the wrong side of the cut.
    const acknowledged = writesUntilRefused(primary);
    await until(async () => (await cluster.primary()) === standby, POLL_MS);
    const promotedAt = performance.now();
    report(`partition: a new primary after ${((promotedAt - at) / 1000).toFixed(1)} s`);
    report(`partition: a write ${await written(load, promotedAt)} s later`);
    expect(await acknowledged).toEqual([]);
    expect(await writesUntilRefused(primary)).toEqual([]);
    primary.rejoin();
    await until(cluster.isSynchronous, POLL_MS);
    expect(await cluster.primary()).toBe(standby);
    await finish(load);
  });

  /** Asks a PostgreSQL past HAProxy and past the network. */
  async function onNode<T>(node: ClusterNode, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const url = new URL(cluster.primaryUrl);
    url.port = String(node.port);
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function isStandby(node: ClusterNode): Promise<boolean> {
    const asked = onNode(node, (client) => client.query('select pg_is_in_recovery() as standby'));
    return asked.then(
      ({ rows }) => rows[0]?.standby === true,
      () => false,
    );
  }

  /** Writes at a primary that is cut off until it is no primary. @returns the numbers that it acknowledged */
  async function writesUntilRefused(node: ClusterNode): Promise<number[]> {
    const acknowledged: number[] = [];
    let number = 0;
    await until(async () => {
      number += 1;
      await onNode(node, (client) => client.query('insert into isolated_write values ($1)', [number])).then(
        () => acknowledged.push(number),
        () => undefined,
      );
      return isStandby(node);
    }, POLL_MS);
    return acknowledged;
  }
});
