import { knownValues, OTHER } from '../../model/enums.ts';
import { UUID } from '../../model/grammar.ts';
import {
  columnOf,
  type FieldKind,
  type FieldSpec,
  fieldsWith,
  type RecordModel,
  readFields,
} from '../../model/record.ts';
import { Column, type SqlFragment, sourcesOf, sql, type Tables, textOf, trustedSql } from '../sql/sql.ts';
import { TALLIED_SUMS, TALLIES, type Tallied, tallySource } from '../tallies.ts';
import { defineList, type ListDefinition, type ListTally, type SearchAcross } from './list-definition.ts';
import { nameOrder, type TextColumn } from './list-text.ts';
import type { FieldType, ListField } from './list-values.ts';
import type { SideTable } from './side-table.ts';

/**
 * The record's table and its joins, and the SQL sources of its fields, in addition to its declaration. Joins are left joins on a unique
 * key, so that they can be left out where no column needs them. All SQL comes from our source code.
 */
export interface RecordSource extends Tables {
  /** What is unique, the column of the id unless given. */
  readonly tieBreak?: SqlFragment;
  /** SQL of fields that are not plain columns of the record's table. */
  readonly columns?: Readonly<Record<string, SqlFragment>>;
  /** SQL of what fields are sorted by, where that is not the field itself. */
  readonly orders?: Readonly<Record<string, SqlFragment>>;
  /** SQL of what is summed, where that is not the field itself. The currency is the field of that name. */
  readonly sums?: Readonly<Record<string, SqlFragment>>;
  /** The condition of the records that exist for callers. */
  readonly where?: SqlFragment;
  /** Further conditions of edges to the record, by their names. */
  readonly edges?: Readonly<Record<string, SqlFragment>>;
  /**
   * Of edges from one record to one, by their names: columns that repeat fields of the record that the edge starts from, which never change. An index
   * with them has the whole order of a list that is sorted across the edge.
   */
  readonly repeats?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Text columns that `search` looks into, beside the record's own. */
  readonly search?: readonly TextColumn[];
  /** Other tables that it looks into; the record's fields from them need not be named in `search`. */
  readonly searchAcross?: readonly SearchAcross[];
  /** The tally of its table, by its name, or one of another table: counts by the words in it read no records. */
  readonly tally?: Tallied | ListTally;
  /** Default: newest first, or by id where records are not sorted by their age. */
  readonly defaultSort?: ListDefinition['defaultSort'];
  /** The column of the record's age, which decides between equal ones; by default the first of a default sort by time. */
  readonly age?: SqlFragment;
  readonly sideTable?: SideTable;
}

/** The list of a record, which edges can lead to. */
export interface RecordList extends ListDefinition {
  readonly model: RecordModel;
  readonly source: RecordSource;
}

const NEWEST_FIRST = [{ field: 'createdAt', direction: 'DESC' }] as const;

const FIELD_TYPES: Partial<Record<FieldKind, FieldType>> = {
  id: 'id',
  text: 'text',
  email: 'text',
  enum: 'enum',
  time: 'time',
  integer: 'integer',
  bigInteger: 'integer',
  money: 'integer',
  boolean: 'boolean',
};

/**
 * The list of a record: it selects what the view needs, and filters, sorts and searches as the record declares.
 * @throws Error when a field is declared to be filtered or sorted by whose kind cannot be compared
 */
export function listOf(model: RecordModel, source: RecordSource): RecordList {
  const {
    table,
    joins = [],
    tieBreak = new Column(table, 'id'),
    where,
    search = [],
    searchAcross = [],
    sideTable,
  } = source;
  const comparable = new Set<string>([...fieldsWith(model, 'filter'), ...fieldsWith(model, 'sort')]);
  const { defaultSort = comparable.has('createdAt') ? NEWEST_FIRST : [] } = source;
  const sqlOf = (name: string) => sqlOfField(name, source);
  const [first] = defaultSort;
  const { age = first && model.fields[first.field]?.spec.kind === 'time' ? sqlOf(first.field) : undefined } = source;
  const tally = typeof source.tally === 'string' ? tallyFor(model, source.tally, comparable) : source.tally;
  const list = defineList({
    table,
    joins,
    columns: Object.fromEntries(readFields(model).map((name) => [name, sqlOf(name)])),
    ...(where ? { where } : {}),
    search: [
      ...fieldsWith(model, 'search')
        .filter((name) => isOwn(sqlOf(name), source))
        .map((name) => ({ column: sqlOf(name), form: model.fields[name]?.spec.form })),
      ...search,
    ],
    searchAcross,
    fields: Object.fromEntries(
      [...comparable].map((name) => [
        name,
        { ...listField(model, name, sqlOf(name)), ...orderOf(name, model, source) },
      ]),
    ),
    defaultSort,
    tieBreak,
    ...(age ? { age } : {}),
    ...(sideTable ? { sideTable } : {}),
    ...(tally ? { tally } : {}),
  });
  return { ...list, model, source };
}

function orderOf(name: string, model: RecordModel, source: RecordSource): Pick<ListField, 'order'> {
  const order = source.orders?.[name];
  if (order !== undefined) return { order };
  return model.fields[name]?.spec.form === 'name' ? { order: nameOrder(sqlOfField(name, source)) } : {};
}

/**
 * Whether a searched column is looked into in the record's own table: what it has from another one, that one finds sooner.
 * @throws Error when it is of another table that is not declared: a search would check it row by row
 */
function isOwn(column: SqlFragment, { table, searchAcross = [] }: RecordSource): boolean {
  const others = [...sourcesOf([column])].filter((source) => source !== table);
  if (others.length === 0) return true;
  if (others.every((other) => searchAcross.some((across) => across.table.table === other.table))) return false;
  throw new Error(`A search looks into ${textOf(column)}: declare its table in searchAcross.`);
}

/** The fields that can be compared and are words of the tally, and those that it sums. */
function tallyFor(model: RecordModel, subject: Tallied, comparable: ReadonlySet<string>): ListTally {
  const words: readonly string[] = TALLIES[subject];
  const table = tallySource(subject);
  const known = [...comparable].filter((name) => words.includes(columnOf(name)));
  const fields = known.map((name) => [name, listField(model, name, new Column(table, columnOf(name)))]);
  const summed = fieldsWith(model, 'sum').filter((name) => TALLIED_SUMS[subject]?.includes(columnOf(name)));
  const sums = summed.map((name) => [name, new Column(table, columnOf(name))]);
  return { table, fields: Object.fromEntries(fields), sums: Object.fromEntries(sums) };
}

/**
 * The same list with other SQL of one field, for a field that is derived from the time of the query.
 * @param words a condition for each word of it that an index answers, in the order of the words
 */
export function withColumn(
  list: RecordList,
  name: string,
  column: SqlFragment,
  words?: Readonly<Record<string, SqlFragment>>,
): RecordList {
  const field = list.fields[name];
  const derived = words ? { column, words } : { column };
  return {
    ...list,
    ...(list.tally ? { tally: withoutField(list.tally, name) } : {}),
    columns: { ...list.columns, [name]: column },
    fields: field ? { ...list.fields, [name]: { ...field, ...derived } } : list.fields,
    source: { ...list.source, columns: { ...list.source.columns, [name]: column } },
  };
}

/** A tally has what is stored, and not what is derived from it. */
function withoutField(tally: ListTally, name: string): ListTally {
  const { [name]: _stored, ...fields } = tally.fields;
  return { ...tally, fields };
}

/** The columns of a record's export, by their names in the file. Times are RFC 3339 in UTC, with milliseconds. */
export function csvColumnsOf(model: RecordModel, source: RecordSource): Readonly<Record<string, SqlFragment>> {
  return Object.fromEntries(
    fieldsWith(model, 'csv').map((name) => {
      const column = sqlOfField(name, source);
      return [name, model.fields[name]?.spec.kind === 'time' ? rfc3339(column) : column];
    }),
  );
}

/** The select list of a record's view, for handwritten statements. @param alias of its table */
export function selectList(model: RecordModel, alias: string): string {
  return readFields(model)
    .map((name) => `${alias}.${columnOf(name)} as "${name}"`)
    .join(', ');
}

/** The SQL of a field: its own column unless the source says otherwise. */
export function sqlOfField(
  name: string,
  { table, columns = {} }: Pick<RecordSource, 'table' | 'columns'>,
): SqlFragment {
  return columns[name] ?? new Column(table, columnOf(name));
}

/** A field as an order or a condition. @throws Error for a field whose kind cannot be compared */
export function listField(model: RecordModel, name: string, column: SqlFragment): ListField {
  const spec = model.fields[name]?.spec;
  const type = spec && FIELD_TYPES[spec.kind];
  if (!type) throw new Error(`${model.name}.${name} cannot be compared: ${spec?.kind}.`);
  const known = knownValues(spec.enumName);
  const more = {
    ...(spec.form ? { form: spec.form } : {}),
    ...(spec.isCurrency ? { isCurrency: true } : {}),
    ...(known ? { known } : {}),
  };
  return { column, type, notNull: !spec.nullable, ...more };
}

/** SQL of a column as GraphQL shows it: what is stored of an open enumeration and none of its values is OTHER. */
export function shownColumn({ enumName }: Pick<FieldSpec, 'enumName'>, column: SqlFragment): SqlFragment {
  const known = knownValues(enumName);
  if (!known) return column;
  const isKnown = sql`${column} = any(${trustedSql(`'{${known.join()}}'::text[]`)})`;
  return sql`case when ${isKnown} or ${column} is null then ${column} else ${trustedSql(`'${OTHER}'`)} end`;
}

/** The id in a column of text; null for any other text. */
export function idIn(column: SqlFragment): SqlFragment {
  return sql`case when ${column} ~* ${trustedSql(`'${UUID.source}'`)} then ${column}::uuid end`;
}

/** A time as text: RFC 3339 in UTC, with milliseconds. */
export function rfc3339(column: SqlFragment): SqlFragment {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
