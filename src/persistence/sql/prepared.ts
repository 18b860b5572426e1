import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { rows } from './query.ts';
import type { SqlQuery } from './sql.ts';

/** Plans that a connection of PostgreSQL keeps; each takes some 50 to 200 KB of its memory. */
const MAX_KEPT = 100;
/** What `timeSql` writes into SQL text. */
const TIME = /'(\d{4}-\d\d-\d\dT[\d:.]+Z)'::timestamptz/g;

/**
 * Runs a statement whose plan PostgreSQL keeps: planning a list takes as long as reading half of it. For statements that
 * return with the same text and whose best plan does not depend on their values.
 * @returns plain rows with the column names of the text
 */
export async function preparedRows<Row>(em: EntityManager, query: SqlQuery): Promise<Row[]> {
  // The best plan for a pattern depends on the pattern.
  const isSearch = query.values.some((value) => typeof value === 'string' && value.includes('%'));
  if (isSearch || em.isInTransaction()) return rows<Row>(em, query.text, query.values);
  const pool = (await em.getDriver().getConnection().getNativeClient()) as Pool;
  const { text, values } = withoutTimes(query);
  const client = await pool.connect();
  try {
    await forgetTooMany(client);
    const { rows: found } = await client.query({ name: hash('sha1', text), text, values: [...values] });
    return found as Row[];
  } finally {
    client.release();
  }
}

/** Times in the text become parameters, so that the text is the same at each call. */
function withoutTimes({ text, values }: SqlQuery): SqlQuery {
  const all = [...values];
  const without = text.replace(TIME, (_literal, time: string) => `$${all.push(time)}::timestamptz`);
  return { text: without, values: all };
}

/** An undocumented member of the driver's client: what it has prepared, by name. */
interface Preparing {
  readonly connection: { parsedStatements: Record<string, string> };
}

async function forgetTooMany(client: PoolClient): Promise<void> {
  const { connection } = client as unknown as Preparing;
  if (Object.keys(connection.parsedStatements).length < MAX_KEPT) return;
  await client.query('deallocate all');
  // Not before: a name that PostgreSQL still knows cannot be prepared again.
  connection.parsedStatements = {};
}
