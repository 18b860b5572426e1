import { hash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Connection, poolOf } from './lent-pool.ts';
import { rows } from './query.ts';
import type { SqlQuery } from './sql.ts';

/** Plans that a connection of PostgreSQL keeps; each takes some 50 to 200 KB of its memory. */
const MAX_KEPT = 100;

/** Texts that are remembered until they return. */
const MAX_SEEN = 1_000;

/** Names of statements on a connection. */
interface Names {
  /** Of those that came once. */
  readonly seen: Set<string>;
  /** Of those that are prepared. */
  readonly prepared: Set<string>;
  /** Whether one more was asked for than a connection may keep. */
  isFull: boolean;
}

const kept = new WeakMap<Connection, Names>();

/** A statement, and whether its best plan depends on its values, as that of a search does. */
export interface PlannedQuery extends SqlQuery {
  readonly isPlannedAnew?: boolean;
}

/**
 * Runs a statement whose plan PostgreSQL keeps: planning a list takes as long as reading half of it. For statements that
 * return with the same text.
 * @returns plain rows with the column names of the text
 */
export async function preparedRows<Row>(em: EntityManager, query: PlannedQuery): Promise<Row[]> {
  const { text, values, isPlannedAnew = false } = query;
  if (isPlannedAnew || em.isInTransaction()) return rows<Row>(em, text, values);
  const connection = await poolOf(em).connect();
  const names = namesOn(connection);
  const name = nameOf(text, names);
  try {
    const { rows: found } = await connection.query({ ...name, text, values: [...values] });
    return found as Row[];
  } finally {
    // The next connection keeps what is asked for then: the driver offers no way to make one forget a statement.
    connection.release(names.isFull);
  }
}

function namesOn(connection: Connection): Names {
  const names = kept.get(connection) ?? { seen: new Set<string>(), prepared: new Set<string>(), isFull: false };
  kept.set(connection, names);
  return names;
}

/** The name of a statement whose text returns on a connection; most texts that come once never do. */
function nameOf(text: string, names: Names): { readonly name?: string } {
  const { seen, prepared } = names;
  const name = hash('sha1', text);
  if (prepared.has(name)) return { name };
  if (!seen.delete(name)) {
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(name);
    return {};
  }
  if (prepared.size >= MAX_KEPT) {
    names.isFull = true;
    return {};
  }
  prepared.add(name);
  return { name };
}
