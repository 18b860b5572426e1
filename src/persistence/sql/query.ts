import { CompiledQuery, type Kysely } from 'kysely';
import type { Queryable } from '../../model/ports.ts';
import { columnOf } from '../../model/record.ts';

/** Kysely on a pool of its own, or in a transaction of one, as functions that take an entity manager want it. */
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
 * @param values by field, as the record names them; the names are ours, never a caller's
 * @param onConflict SQL of our own: what happens when a constraint finds a row that is there already
 * @returns how many rows were inserted
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
 * The same, unless a constraint finds a row that is there already; waits for a transaction that is about to make one.
 * @returns whether it was inserted
 */
export async function insertUnlessThere(
  em: Queryable,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  return (await insert(em, table, values, 'on conflict do nothing')) > 0;
}
