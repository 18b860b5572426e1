import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Connection, poolOf } from './lent-pool.ts';
import { rows } from './query.ts';
import type { SqlQuery } from './sql.ts';

/** Plans that a connection of PostgreSQL keeps; each takes some 50 to 200 KB of its memory. */
const MAX_KEPT = 100;
/** The names of the plans that each connection keeps. */
const prepared = new WeakMap<Connection, Set<string>>();

/**
 * Runs a statement whose plan PostgreSQL keeps: planning a list takes as long as reading half of it. For statements that
 * return with the same text and whose best plan does not depend on their values.
 * @returns plain rows with the column names of the text
 */
export async function preparedRows<Row>(em: EntityManager, query: SqlQuery): Promise<Row[]> {
  // The best plan for a pattern depends on the pattern.
  const isSearch = query.values.some((value) => typeof value === 'string' && value.includes('%'));
  if (isSearch || em.isInTransaction()) return rows<Row>(em, query.text, query.values);
  const { text, values } = query;
  const name = hash('sha1', text);
  const connection = await poolOf(em).connect();
  const names = prepared.get(connection) ?? new Set();
  prepared.set(connection, names.add(name));
  try {
    const { rows: found } = await connection.query({ name, text, values: [...values] });
    return found as Row[];
  } finally {
    // PostgreSQL forgets plans with their connection.
    connection.release(names.size >= MAX_KEPT);
  }
}

