import { hash } from 'node:crypto';
import type { EntitySchema, InferEntity, RequiredEntityData } from '@mikro-orm/postgresql';
import { columnOf } from '../../../src/model/record.ts';
import { newId } from '../../../src/persistence/columns.ts';
import type { Sql } from '../sql.ts';

type Needed<Entity extends EntitySchema> = RequiredEntityData<InferEntity<Entity>>;

/** The values of a row by field; those that are nullable or have a default can be left out. */
export type Values<Entity extends EntitySchema> = {
  readonly [Field in keyof Needed<Entity>]: Field extends keyof InferEntity<Entity>
    ? InferEntity<Entity>[Field]
    : never;
};

/**
 * Inserts rows in one statement, by what the entity declares, and gives their ids. A field that is left out gets its
 * column's default.
 * @param rows a field that only some of them have is null in the others
 */
export async function insertRows<Entity extends EntitySchema>(
  sql: Sql,
  entity: Entity,
  rows: readonly Values<Entity>[],
): Promise<string[]> {
  const { ids, isEmpty, text, json } = insertion(entity, rows, '$1');
  if (!isEmpty) await sql(text, [json], hash('sha1', text));
  return ids;
}

/** A row of one entity and a row of another that refers to it, in one statement. */
export async function insertTwoRows<First extends EntitySchema, Second extends EntitySchema>(
  sql: Sql,
  first: readonly [entity: First, values: Values<First>],
  second: readonly [entity: Second, values: Values<Second>],
): Promise<void> {
  const referred = insertion(first[0], [first[1]], '$1');
  const referring = insertion(second[0], [second[1]], '$2');
  const text = `with referred as (${referred.text}) ${referring.text}`;
  await sql(text, [referred.json, referring.json], hash('sha1', text));
}

/** @returns the ids of the rows, whether none of them has a value, the statement, and the value of its parameter */
function insertion<Entity extends EntitySchema>(entity: Entity, rows: readonly Values<Entity>[], parameter: string) {
  const stored = rows.map((row) => withId(entity, stated(row)));
  const fields = [...new Set(stored.flatMap((row) => Object.keys(row)))];
  const { tableName } = entity.meta;
  const columns = columnsOf(entity, fields);
  const text = `insert into ${tableName} (${columns}) select ${columns} from jsonb_populate_recordset(null::${tableName}, ${parameter})`;
  return {
    ids: stored.map(({ id }) => String(id)),
    isEmpty: fields.length === 0,
    text,
    json: JSON.stringify(stored.map((row) => asColumns(row))),
  };
}

/** Inserts a row and gives its id. */
export async function insertRow<Entity extends EntitySchema>(
  sql: Sql,
  entity: Entity,
  values: Values<Entity>,
): Promise<string> {
  const [id] = await insertRows(sql, entity, [values]);
  return String(id);
}

/** SQL expressions by field, of rows that PostgreSQL computes. */
export type Computed<Entity extends EntitySchema> = { readonly [Field in keyof Values<Entity>]: string };

/**
 * Inserts many rows that PostgreSQL computes.
 * @param from what they are selected from: `generate_series(1, 1000) n`
 */
export async function insertComputed<Entity extends EntitySchema>(
  sql: Sql,
  entity: Entity,
  from: string,
  values: Computed<Entity>,
): Promise<void> {
  const fields = Object.keys(values);
  await sql(
    `insert into ${entity.meta.tableName} (${columnsOf(entity, fields)}) select ${Object.values(values).join(', ')} from ${from}`,
  );
}

/** The values that are not undefined: those replace a factory's own. */
export function stated<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

function withId(entity: EntitySchema, row: object): Readonly<Record<string, unknown>> {
  return 'id' in entity.meta.properties ? { id: newId(), ...row } : { ...row };
}

function columnsOf(entity: EntitySchema, fields: readonly string[]): string {
  const unknown = fields.filter((field) => !(field in entity.meta.properties));
  if (unknown.length > 0) throw new Error(`${entity.meta.className} has no ${unknown.join(', ')}.`);
  return fields.map(columnOf).join(', ');
}

function asColumns(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      columnOf(field),
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
}
