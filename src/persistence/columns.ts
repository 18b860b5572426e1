import { p } from '@mikro-orm/postgresql';
import { v7 as uuidv7 } from 'uuid';

/** A new id: UUID v7, so that ids sort by creation time. Generated here because PostgreSQL 15 to 17 cannot. */
export const newId = (): string => uuidv7();

/** Primary key: UUID v7. */
export const id = () =>
  p
    .uuid()
    .primary()
    .onCreate(() => newId());

/** A timestamp with milliseconds, like JavaScript dates; more precision would break cursors. */
export const timestamp = () => p.datetime(3);

/** Counts the changes of a record; `If-Match` and `expectedRevision` name it. */
export const revision = () => p.integer().version();

/**
 * An index for "contains" searches on a text column.
 * @param form the SQL function whose result is compared (model/text-forms.ts); without one, the text itself
 */
export const trigramIndex = (table: string, column: string, form?: 'search_form' | 'phone_form') => {
  const name = `${table}_${column}_${form ?? 'trigram'}`;
  const compared = form ? `${form}("${column}")` : `"${column}"`;
  return { name, expression: `create index "${name}" on "${table}" using gin (${compared} gin_trgm_ops)` };
};

/**
 * An index for the order of a list by a field, and for the records with one value of the field in the list's own order. Equal
 * records are ordered by age, then by id.
 * @param given true to leave out the records without a value
 * @param isName true for the order of names
 * @param within a column with the same value in all records of the list
 */
export const orderIndex = (
  table: string,
  column: string,
  {
    age = 'created_at',
    id = 'id',
    given = false,
    isName = false,
    ...more
  }: { age?: string; id?: string; given?: boolean; isName?: boolean; within?: string; name?: string } = {},
) => {
  const leading = more.within ? [more.within] : [];
  const name = more.name ?? `${[table, ...leading, column].join('_')}_index`;
  const first = isName ? `name_key("${column}") collate "name_order"` : `"${column}"`;
  const columns = [...leading.map(quoted), first, quoted(age), quoted(id)].join(', ');
  const condition = given ? ` where ${column} is not null` : '';
  return { name, expression: `create index "${name}" on "${table}" (${columns})${condition}` };
};

function quoted(column: string): string {
  return `"${column}"`;
}

/**
 * The indexes of a text that people write, by which the erasure of a person finds where it names somebody: of the rows with the digits of a phone number (ADR 42), and of
 * the beginnings of words (ADR 84).
 */
export const mentionIndexes = (table: string, column: string) => [
  {
    name: `${table}_${column}_contact_index`,
    expression: `create index "${table}_${column}_contact_index" on "${table}" ("id") where has_contact(${column})`,
  },
  {
    name: `${table}_${column}_words_index`,
    expression: `create index "${table}_${column}_words_index" on "${table}" using gin (text_stems("${column}")) where ${column} is not null`,
  },
];

/** `text` with the values of an enum, checked by the database. */
export const enumColumn = <const Values extends readonly string[]>(values: Values) =>
  p.enum([...values] as Values[number][]).columnType('text');

/** The id of another record; the foreign key of `device_id` in `claim_code` is `claim_code_device_fk`. */
export const reference = <Target extends Parameters<typeof p.manyToOne>[0]>(
  target: Target,
  table: string,
  column: string,
) =>
  p
    .manyToOne(target)
    .mapToPk()
    .fieldNames(column)
    .foreignKeyName(`${table}_${column.replace(/_id$/, '')}_fk`);
