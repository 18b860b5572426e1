import pg from 'pg';
import { dummyHash, PASSWORD_COST } from '../../src/domain/auth/stored-hash.ts';
import type { Keys, StorageSettings } from '../../src/model/ports.ts';
import { indexPastHeartbeats, keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { sqlState } from '../../src/persistence/sql/transaction.ts';
import { audit, auditPlan } from './audit.ts';
import { commerce, customerStep, preorderPlan } from './commerce.ts';
import { batchStep, deviceStep, eventStep, firmware, pairingStep } from './fleet.ts';
import { storeImages } from './images.ts';
import { planning } from './lives.ts';
import { secretStep } from './secrets.ts';
import { functions, PLACE } from './sql.ts';
import type { Facts, Plan, Step } from './step.ts';
import { team } from './team.ts';
import { timelineUntil } from './timeline.ts';

/** What to make, and for whom. */
export interface SeedOptions {
  readonly devices: number;
  /** With the same present, the same seed makes the same business, but for secrets. */
  readonly seed: string;
  /** The present of the business. */
  readonly until: Date;
  /** Add to what is there already. */
  readonly add: boolean;
  readonly keys: Keys;
  /** Where the images of its releases go. */
  readonly storage: StorageSettings;
  readonly zone: string;
  readonly retentionDays: number;
  readonly progress: (line: string) => void;
}

/** Why the seed does not run, with the remedy. */
export class SeedRefused extends Error {}

const DAY_MS = 86_400_000;
const HEARTBEAT_DAYS = 7;
const MAX_TRIES = 5;
const DEADLOCK = '40P01';

/**
 * Makes a business with a history on a migrated database, in chunks that are committed one by one. When it is stopped, the
 * same call continues where it was.
 * @returns how many rows each step made
 * @throws SeedRefused when there is data already, or another seed was begun
 */
export async function seedBusiness(databaseUrl: string, options: SeedOptions): Promise<ReadonlyMap<string, number>> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  const client = await pool.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtextextended('karvon:seed', 0))`);
    const plan = await begin(client, options);
    await keepHeartbeatPartitions(
      pool,
      new Date(plan.timeline.now * 1_000 - HEARTBEAT_DAYS * DAY_MS),
      options.retentionDays,
    );
    await keepHeartbeatPartitions(pool, new Date(plan.timeline.now * 1_000), options.retentionDays);
    const made = await runStages(pool, plan, stagesFor(options), options.progress);
    await storeImages(client, options.storage);
    while (await indexPastHeartbeats(pool, new Date())) options.progress('heartbeats: indexed a day');
    await client.query(`drop schema ${PLACE} cascade`);
    options.progress('analyzing');
    await client.query('vacuum analyze');
    return made;
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** What is written can be made again, and long index insertions pay when they are sorted in large parts. */
const SETTINGS = [
  'synchronous_commit = off',
  `work_mem = '128MB'`,
  `maintenance_work_mem = '256MB'`,
  `gin_pending_list_limit = '64MB'`,
  'jit = off',
  'statement_timeout = 0',
];

/** Stages, one after the other; the lanes of a stage run at once, each on a connection, as two cores can. */
function stagesFor({ keys }: SeedOptions): readonly (readonly (readonly Step[])[])[] {
  return [
    [[team, ...planning, preorderPlan, auditPlan]],
    [[batchStep], [customerStep]],
    [[deviceStep]],
    [
      [secretStep(keys), eventStep],
      [...firmware, ...commerce, pairingStep, ...audit],
    ],
  ];
}

/** Begins a seed, or finds the one that was begun. */
async function begin(client: pg.ClientBase, options: SeedOptions): Promise<Plan> {
  const { devices, seed, add, zone } = options;
  const { rows: begun } = await client.query(`select to_regclass('${PLACE}.plan') is not null as yes`);
  if (begun[0]?.yes) {
    const { rows } = await client.query(`select devices, seed, plan from ${PLACE}.plan`);
    const [known] = rows;
    if (known.devices !== devices || known.seed !== seed) {
      throw new SeedRefused(
        `A seed of ${known.devices} devices with --seed ${known.seed} was stopped before its end. Run it again with these options to finish it, or drop the database.`,
      );
    }
    options.progress('continuing the seed that was stopped');
    return known.plan;
  }
  const { rows: counts } = await client.query(
    `select (select count(*) from device)::int as devices, (select count(*) from customer)::int as customers,
            (select count(*) from inventory_batch)::int as batches, (select count(*) from sale)::int as sales,
            (select order_number_prefix from business_settings) as prefix`,
  );
  const [before] = counts;
  if (!add && before.devices + before.customers + before.batches + before.sales > 0) {
    throw new SeedRefused(
      `The database has ${before.devices} devices, ${before.customers} customers and ${before.sales} sales. Seed an empty one (another DATA_DIR or DATABASE_URL, started once by npm start), or add to this one with --add.`,
    );
  }
  const batchSize = Math.min(500, Math.max(10, Math.ceil(devices / 40)));
  const plan: Plan = {
    devices,
    customers: devices,
    preorders: Math.ceil(devices / 10),
    audit: 2 * devices,
    batchSize,
    batches: Math.ceil(devices / batchSize),
    before: { customers: before.customers, batches: before.batches },
    zone,
    timeline: timelineUntil(Math.floor(options.until.getTime() / 1_000), zone),
    prefix: before.prefix,
    passwordHash: dummyHash(PASSWORD_COST),
  };
  await client.query('begin');
  await client.query(`create schema ${PLACE}`);
  await client.query(`create table ${PLACE}.plan as select $1::int as devices, $2::text as seed, $3::jsonb as plan`, [
    devices,
    seed,
    plan,
  ]);
  await client.query(`create table ${PLACE}.progress (step text primary key, done int not null, rows int not null)`);
  const salt = `${seed}.${before.devices}.${before.customers}`;
  for (const statement of functions(plan.timeline, salt, zone)) await client.query(statement);
  await client.query('commit');
  return plan;
}

async function runStages(
  pool: pg.Pool,
  plan: Plan,
  stages: ReturnType<typeof stagesFor>,
  progress: SeedOptions['progress'],
): Promise<ReadonlyMap<string, number>> {
  const made = new Map<string, number>();
  for (const lanes of stages) {
    const ended = await Promise.allSettled(
      lanes.map(async (steps) => {
        const client = await pool.connect();
        try {
          for (const setting of SETTINGS) await client.query(`set ${setting}`);
          for (const step of steps) made.set(step.name, await runStep(client, plan, step, progress));
        } finally {
          client.release(true);
        }
      }),
    );
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }
  return made;
}

async function runStep(
  client: pg.ClientBase,
  plan: Plan,
  step: Step,
  progress: SeedOptions['progress'],
): Promise<number> {
  const startedAt = performance.now();
  const facts: Facts = { ...plan, sales: await countSales(client) };
  const size = step.of?.(facts) ?? 1;
  const chunk = step.of ? (step.chunk ?? size) : 1;
  const { rows } = await client.query(`select done, rows from ${PLACE}.progress where step = $1`, [step.name]);
  let { done = 0, rows: made = 0 } = rows[0] ?? {};
  if (done >= size) return made;
  while (done < size) {
    const to = Math.min(size, done + chunk);
    made += await runChunk(client, step, facts, { from: done + 1, to, before: made });
    done = to;
    if (done < size && done % (10 * chunk) === 0) progress(`  ${step.name}: ${percent(done, size)}`);
  }
  if (step.fills) await client.query(`analyze ${step.fills.join(', ')}`);
  progress(
    `${step.name}: ${made.toLocaleString('en-US')} rows, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  );
  return made;
}

/** Runs one chunk, again after a deadlock: the service that runs meanwhile may lock the same rows in another order. */
async function runChunk(
  client: pg.ClientBase,
  step: Step,
  facts: Facts,
  { from, to, before }: { readonly from: number; readonly to: number; readonly before: number },
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      const made = await quietly(client, step.quiet ?? [], () => step.run(client, facts, from, to));
      await client.query(
        `insert into ${PLACE}.progress (step, done, rows) values ($1, $2, $3) on conflict (step) do update set done = excluded.done, rows = excluded.rows`,
        [step.name, to, before + made],
      );
      await client.query('commit');
      return made;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (attempt < MAX_TRIES && sqlState(error) === DEADLOCK) continue;
      throw new Error(`${step.name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

function percent(done: number, size: number): string {
  return `${Math.floor((done / size) * 100)} %`;
}

async function countSales(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query(`select to_regclass('${PLACE}.sale') is not null as planned`);
  if (!rows[0]?.planned) return 0;
  const { rows: counted } = await client.query(`select max(s)::int as sales from ${PLACE}.sale`);
  return counted[0]?.sales ?? 0;
}

/** Without the triggers that tell live listeners; in the transaction, so that nothing can leave them off. */
async function quietly(client: pg.ClientBase, tables: readonly string[], work: () => Promise<number>): Promise<number> {
  const { rows } = await client.query<{ table: string; trigger: string }>(
    `select relname as table, tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relname = any($1) and t.tgfoid = 'notify_change'::regproc`,
    [tables],
  );
  for (const { table, trigger } of rows) await client.query(`alter table ${table} disable trigger ${trigger}`);
  const made = await work();
  for (const { table, trigger } of rows) await client.query(`alter table ${table} enable trigger ${trigger}`);
  return made;
}
