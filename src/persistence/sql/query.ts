import { CompiledQuery, type Kysely } from 'kysely';
import type { Queryable } from '../../model/ports.ts';
import { columnOf } from '../../model/record.ts';

/** Kysely on a separate pool or in a transaction of one, in the shape that functions with an entity manager accept. */
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
 * Inserts a row.
 * @param values by field, as the record names them; the names come from source code, never from a caller
 * @param onConflict SQL of the source code for a row that exists already
 * @returns the number of inserted rows
 */
export function insert(
  em: Queryable,
  table: string,
  values: Readonly<Record<string, unknown>>,
  onConflict = '',
): Promise<number> {
  const columns = Object.keys(values).map(columnOf);
  const places = columns.map((_, index) => `$${index + 1}`);
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) ${onConflict}`;
  return execute(
    em,
    text,
    Object.values(values).map((value) => value ?? null),
  );
}

/**
 * Inserts a row unless it violates a unique constraint; waits for a concurrent transaction that inserts one.
 * @returns whether it was inserted
 */
export async function insertUnlessThere(
  em: Queryable,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return (await insert(em, table, values, 'on conflict do nothing')) > 0;
}
