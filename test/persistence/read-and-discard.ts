/*
 * Reads QUERIES results of RESULT_BYTES and lets each go before the next, in a process of its own (`node --expose-gc`), whose
 * heap nobody else fills. Arguments: the database's URL, and who sends the queries (`pool` or `client`). Writes the bytes by
 * which the old generation grew.
 */
import { getHeapSpaceStatistics } from 'node:v8';
import pg from 'pg';

const QUERIES = 200;
const RESULT_BYTES = 200_000;
const RESULT = `select repeat('x', 1000) as text from generate_series(1, ${RESULT_BYTES / 1000})`;

const [url, sender] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, query_timeout: 10_000 });
const client = await pool.connect();
if (sender === 'pool') client.release();
const queries: Pick<pg.Pool, 'query'> = sender === 'pool' ? pool : client;
const { gc } = globalThis;
if (!gc) throw new Error('to be run with --expose-gc');

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;
}

let before = 0;
for (let turn = 0; turn < QUERIES; turn += 1) {
  // The first ones load and compile what later ones use.
  if (turn === QUERIES / 4) before = oldBytes();
  await queries.query(RESULT);
  // As many times a second under load: what survives it twice becomes old.
  gc({ type: 'minor' });
}
process.stdout.write(String(oldBytes() - before));
process.exit();
