import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../src/persistence/migrate.ts';
import { draft, provision } from '../inventory/support.ts';
import type { Sql } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { createTestDatabase } from '../support/database.ts';
import { startOwnPostgres } from '../support/postgres.ts';
import { repetitions } from '../support/repetitions.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const QUANTITY = 500;
const LAST_KILL_MS = 500;
const KILLS = repetitions({ quick: 0, heavy: 8, rare: 20 });

const NOTHING = { devices: 0, secrets: 0, codes: 0, events: 0, entries: 0, status: 'DRAFT', provisioned: false };
const EVERYTHING = {
  devices: QUANTITY,
  secrets: QUANTITY,
  codes: QUANTITY,
  events: QUANTITY,
  entries: 1,
  status: 'COMPLETED',
  provisioned: true,
};

async function madeOf(sql: Sql, batchId: string) {
  const [made] = await sql(
    `with made as (select id from device where batch_id = $1)
     select (select count(*)::int from made) as devices,
            (select count(*)::int from device_secret where device_id in (select id from made) and state = 'ACTIVE') as secrets,
            (select count(*)::int from claim_code where device_id in (select id from made) and status = 'AVAILABLE') as codes,
            (select count(*)::int from device_event where device_id in (select id from made)) as events,
            (select count(*)::int from audit_entry where target_id = $1::text and action = 'provisionBatch') as entries,
            status, provisioned_at is not null as provisioned
       from inventory_batch where id = $1`,
    [batchId],
  );
  return made;
}

/** What the killed service had sent to PostgreSQL may still be at work there. */
function othersAreGone(sql: Sql): Promise<void> {
  return until(async () => {
    const others = await sql(
      `select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and backend_type = 'client backend'`,
    );
    return others.length === 0;
  });
}

/** Kills spread over the whole time, each at a random moment of its share. */
const momentOf = (round: number, rounds: number) => ((round + Math.random()) / rounds) * LAST_KILL_MS;

/** 0 = no answer. */
const statusOf = (reply: Promise<Reply>) =>
  reply.then(
    ({ status }) => status,
    () => 0,
  );

describe(`a batch of ${QUANTITY}`, () => {
  it(`a batch of ${QUANTITY} is created completely or not at all, whenever the service is killed, ${KILLS} times`, async () => {
    const rounds = KILLS;
    const database = await createTestDatabase();
    const { pool, sql } = openDatabase(database.url);
    const env = { DATABASE_URL: database.url, DATA_DIR: temporaryFolder('provision') };
    let whole = 0;
    let service = await startService(env);
    for (let round = 0; round < rounds; round++) {
      const admin = await signedIn(service, sql);
      const batch = await draft(admin, { quantity: QUANTITY });
      const status = statusOf(provision(admin, batch.id));
      await sleep(momentOf(round, rounds));
      // The last one has committed, on a slow machine too.
      if (round === rounds - 1) await status;
      await service.kill9();
      await othersAreGone(sql);
      const made = await madeOf(sql, batch.id);
      expect([NOTHING, EVERYTHING]).toContainEqual(made);
      if ((await status) === 201) expect(made).toEqual(EVERYTHING);
      if (made.provisioned) whole += 1;

      service = await startService(env);
      const again = await provision(await signedIn(service, sql), batch.id);
      expect(again.status).toBe(made.provisioned ? 409 : 201);
      expect(await madeOf(sql, batch.id)).toEqual(EVERYTHING);
    }
    // The kills fell on both sides of the commit.
    expect(whole).toBeGreaterThan(0);
    expect(whole).toBeLessThan(rounds);
    await service.stop();
    await pool.end();
    await database.drop();
  });

  it('a batch is created completely or not at all, whenever PostgreSQL is killed, 3 times', async () => {
    const rounds = 3;
    const postgres = await startOwnPostgres();
    await migrate(postgres.url);
    const { pool, sql } = openDatabase(postgres.url);
    const service = await startService({ DATABASE_URL: postgres.url, DATA_DIR: temporaryFolder('provision') });
    for (let round = 0; round < rounds; round++) {
      const admin = await signedIn(service, sql);
      const batch = await draft(admin, { quantity: QUANTITY });
      const reply = provision(admin, batch.id);
      await sleep(momentOf(round, rounds));
      await postgres.kill9();
      const { status } = await reply;
      expect([201, 503]).toContain(status);
      await postgres.restart();
      const made = await madeOf(sql, batch.id);
      expect([NOTHING, EVERYTHING]).toContainEqual(made);
      if (status === 201) expect(made).toEqual(EVERYTHING);

      await until(async () => (await service.client().rest('GET', '/health')).body.status === 'ok');
      expect((await provision(admin, batch.id)).status).toBe(made.provisioned ? 409 : 201);
      expect(await madeOf(sql, batch.id)).toEqual(EVERYTHING);
    }
    expect(await service.stop()).toBe(0);
    await pool.end();
    await postgres.stop();
  });
});
