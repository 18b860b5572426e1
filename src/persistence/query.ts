import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery, type Kysely } from 'kysely';
import { columnOf } from '../model/record.ts';

/** Runs handwritten SQL: an entity manager, or a pool beside the main one. */
export type Queryable = Pick<EntityManager, 'getKysely'>;

/** Adapts Kysely on a separate pool, or in a transaction of one, for functions that take an entity manager. */
export function queryable(kysely: Kysely<unknown>): Queryable {
  return { getKysely: () => kysely } as unknown as Queryable;
}

/**
 * Runs handwritten SQL, in the open transaction if there is one.
 * @param text with `$1` placeholders; never contains a caller's value
 * @returns plain rows with the column names of the text
 */
export async function rows<Row>(em: Queryable, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows: found } = await em.getKysely().executeQuery(CompiledQuery.raw(text, [...values]));
  return found as Row[];
}

/** The first row, or undefined. */
export async function row<Row>(em: Queryable, text: string, values: readonly unknown[] = []): Promise<Row | undefined> {
  return (await rows<Row>(em, text, values))[0];
}

/** Runs a statement. @returns the number of affected rows */
export async function execute(em: Queryable, text: string, values: readonly unknown[] = []): Promise<number> {
  const { numAffectedRows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, [...values]));
  return Number(numAffectedRows ?? 0);
}

/**
 * Inserts a row, unless it conflicts with an existing one; waits for a concurrent transaction that inserts the same.
 * @param values by field name of the record; the names come from our source code, never from a caller
 * @returns whether it was inserted
 */
export async function insertUnlessThere(
  em: Queryable,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const columns = Object.keys(values).map(columnOf);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) on conflict do nothing`;
  const given = Object.values(values).map((value) => value ?? null);
  return (await execute(em, text, given)) > 0;
}
