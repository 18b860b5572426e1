import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type pg from 'pg';
import { openHotPool } from '../../src/persistence/devices/hot-pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const QUERIES = 200;
const RESULT_BYTES = 200_000;
const RESULT = `select repeat('x', 1000) as text from generate_series(1, ${RESULT_BYTES / 1000})`;

let database: TestDatabase;
let pool: pg.Pool;
/** What happens many times a second under load: what is young is looked through, what survived twice becomes old. */
let collectYoung: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openHotPool('test', database.url, () => undefined);
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  collectYoung = () => gc({ type: 'minor' });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;
}

/** The bytes by which the old generation grew, each result being let go before the next query. */
async function keptAfter(query: () => Promise<pg.QueryResult>): Promise<number> {
  await query();
  const before = oldBytes();
  for (let turn = 0; turn < QUERIES; turn += 1) {
    expect((await query()).rows).toHaveLength(RESULT_BYTES / 1000);
    collectYoung();
  }
  return oldBytes() - before;
}

// docs/adr/0009: without the patch of the driver every result waits for a collection of everything.
describe('what the driver read goes with the young', () => {
  it('of a query that the pool sends', async () => {
    expect(await keptAfter(() => pool.query(RESULT))).toBeLessThan((QUERIES * RESULT_BYTES) / 2);
  });

  it('of a query on a connection that was taken', async () => {
    const client = await pool.connect();
    try {
      expect(await keptAfter(() => client.query(RESULT))).toBeLessThan((QUERIES * RESULT_BYTES) / 2);
    } finally {
      client.release();
    }
  });
});
