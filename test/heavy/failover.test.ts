import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { hasRedis, type RedisServer, startRedis } from '../limits/redis-server.ts';
import { SALES, saleBody } from '../sales/support.ts';
import type { Sql } from '../support/app.ts';
import { type Caller, type Client, type Wire, wireTo } from '../support/callers.ts';
import { karvonProcess } from '../support/cli.ts';
import { type DatabaseCluster, hasCluster, startCluster } from '../support/database-cluster.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makeNextVersion } from '../support/next-version.ts';
import { hasProxy, makeCertificate, PROXY_NAME, type RunningProxy, startProxy } from '../support/proxies.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService, startServiceOf } from '../support/service.ts';
import { until } from '../support/until.ts';
import { ClusterLoad, CUSTOMERS, expectNothingLost } from './cluster-load.ts';

const CALLERS = 6;
const LOAD_MS = 3_000;
const POLL_MS = 50;
/** HAProxy asks each second, and goes by the second answer. */
const NOTICE_MS = 8_000;

const isPossible = hasCluster && hasRedis && hasProxy('haproxy');
if (!isPossible) process.stderr.write('Patroni and its parts are not installed: failover is not proved here.\n');
if (!isPossible && process.env.CI) {
  it('Patroni, etcd, HAProxy, PgBouncer and Redis are installed', () => {
    throw new Error('a part of a cluster is not installed here: see .ci/run');
  });
}

(isPossible ? describe : describe.skip)('three instances on PostgreSQL under Patroni', () => {
  let cluster: DatabaseCluster;
  let redis: RedisServer;
  let env: Readonly<Record<string, string>>;
  let services: Service[] = [];
  let front: RunningProxy;
  let pool: pg.Pool;
  let sql: Sql;
  let house: Parameters<typeof makeDevice>[0];
  const wires: Wire[] = [];
  const certificate = makeCertificate();

  beforeAll(async () => {
    [cluster, redis] = await Promise.all([startCluster(), startRedis()]);
    const folder = temporaryFolder('failover');
    env = {
      DATABASE_URL: cluster.url,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      REDIS_URL: redis.url,
      DATA_DIR: folder,
      PUBLIC_URL: `https://${PROXY_NAME}`,
      TRUSTED_PROXIES: '1',
      MIGRATE_AT_START: 'off',
      DRAIN_NOTICE_MS: String(NOTICE_MS),
      KARVON_CONSOLE: 'off',
    };
    expect((await karvonProcess(['migrate'], { env })).code).toBe(0);
    services = await Promise.all([startService(env), startService(env), startService(env)]);
    const addresses = services.map(({ url }) => new URL(url).host);
    front = await startProxy('haproxy', addresses, certificate);
    ({ pool, sql } = openDatabase(cluster.primaryUrl));
    const keys = loadKeys({ kind: 'folder', path: `${folder}/keys` });
    house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } } as never;
  });
  afterAll(async () => {
    for (const wire of wires) wire.close();
    await Promise.all(services.map((service) => service.stop()));
    await pool?.end();
    await front?.stop();
    await cluster?.stop();
    await redis?.stop();
  });

  /** Somebody in front of the load balancer, or of one instance. */
  function at(url = `https://127.0.0.1:${front.https}`, headers: Readonly<Record<string, string>> = {}): Client {
    const wire = wireTo(url, undefined, { ca: certificate.text, servername: PROXY_NAME });
    wires.push(wire);
    return wire.client({ host: PROXY_NAME, ...headers });
  }

  async function admin(url?: string): Promise<Caller> {
    const found = await signedIn({ client: (headers) => at(url, headers) }, sql, { role: 'SUPER_ADMIN' });
    const cookie = `__Host-${found.cookie}`;
    return { ...found, ...at(url, { cookie }), cookie };
  }

  async function sold(seller: Caller): Promise<string> {
    const { id } = await makeDevice(house);
    const { status, body } = await seller.rest('POST', SALES, saleBody(id));
    expect(status).toBe(201);
    return body.id;
  }

  async function startLoad(): Promise<ClusterLoad> {
    const load = new ClusterLoad();
    for (let index = 0; index < CALLERS; index += 1) {
      const who = await admin();
      load.write(who, (await makeCustomerRow(house)).id);
      load.pay(who, await sold(who));
      load.look(await admin());
      load.beat(at(), await makeDevice(house, { status: 'ACTIVE' }));
    }
    return load;
  }

  // What stands for the next version is this build with a migration that this version lacks.
  it('three instances are replaced by the next version under load, after its migration, and no call fails that a client may not repeat', async () => {
    const load = await startLoad();
    const next = makeNextVersion();
    const dry = await karvonProcess(['migrate', '--dry-run'], { env, cli: next.cli });
    expect([dry.code, dry.stdout]).toEqual([0, `would apply ${next.migration}\n`]);
    const applied = await karvonProcess(['migrate'], { env, cli: next.cli });
    expect([applied.code, applied.stdout]).toEqual([0, `applied ${next.migration}\n`]);

    for (const [index, old] of services.entries()) {
      const state = async () => (await front.servers()).get(`instances/s${index}`);
      await until(async () => (await state()) === 'UP', POLL_MS);
      const stopped = old.stop();
      await until(async () => (await state()) === 'DOWN', POLL_MS);
      expect(await stopped).toBe(0);
      services[index] = await startServiceOf(next.main, { ...env, PORT: new URL(old.url).port });
      await until(async () => (await state()) === 'UP', POLL_MS);
    }
    const replacedAt = performance.now();
    const isServed = (calls: readonly { readonly begin: number }[]) => calls.some(({ begin }) => begin > replacedAt);
    await until(() => isServed(load.writes) && isServed(load.looks), POLL_MS);
    await load.stop();

    await expectNothingLost(load, sql);
    const calls = load.writes.length + load.reads.length + load.looks.length + load.beats.length;
    process.stderr.write(`${load.failures.length} of some ${calls} calls failed during the upgrade\n`);
    expect(load.failures.filter(({ isRepeatable }) => !isRepeatable)).toEqual([]);
    expect(load.odd).toEqual([]);
    expect(
      (await sql('select count(*)::int as count from customer where next_text is not null'))[0].count,
    ).toBeGreaterThan(0);
  });

  it('nothing acknowledged is lost when the primary is killed under load, and all instances follow the new one', async () => {
    const load = await startLoad();
    await sleep(LOAD_MS);
    const old = await cluster.primary();
    if (!old) throw new Error('the cluster has no primary');
    const killedAt = performance.now();
    await old.kill9();
    await until(async () => {
      const found = await cluster.primary();
      return found !== undefined && found !== old;
    }, POLL_MS);
    const promotedAt = performance.now();
    await until(() => load.writes.some(({ outcome, begin }) => outcome === 'ok' && begin > killedAt), POLL_MS);
    const writtenAt = performance.now();
    const seconds = (time: number) => ((time - killedAt) / 1000).toFixed(1);
    // Five seconds from the one to the other are promised on a quiet machine.
    process.stderr.write(`a new primary after ${seconds(promotedAt)} s, a write after ${seconds(writtenAt)} s\n`);
    await until(() => load.looks.some(({ isAnswered, begin }) => isAnswered && begin > writtenAt));
    await until(() => load.beats.at(-1)?.outcome === 'ok');
    await sleep(LOAD_MS);
    await load.stop();

    for (const { url } of services) {
      const { id } = await makeCustomerRow(house);
      const who = await admin(url);
      expect((await who.rest('PATCH', `${CUSTOMERS}/${id}`, { country: 'UZ' })).status).toBe(200);
      expect((await at(url).rest('GET', '/readyz')).status).toBe(200);
    }
    await expectNothingLost(load, sql);
    // While there is no primary, calls fail with 503 alone.
    expect(load.odd).toEqual([]);
  });
});
