import { constantName } from '../../model/enums.ts';
import { type FieldKind, type FieldSpec, fieldsWith, type RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import { type RecordList, shownColumn, sqlOfField } from '../lists/record-list.ts';
import { movedTables, Source, type SqlFragment, sql, type Tables, trustedSql, withSources } from '../sql/sql.ts';
import { NOW } from './asked.ts';
import type { Declared, DescribedDimension, DescribedMoment, DescribedNumber } from './question-set.ts';

/** The text that people know a record by, by its name: its table and column. Edges to these can be counted by. */
const TITLES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  AdminOption: ['admin', 'name'],
  Device: ['device', 'serial'],
  Customer: ['customer', 'full_name'],
  Release: ['release', 'version'],
  Sale: ['sale', 'number'],
  Preorder: ['preorder', 'number'],
};

type Dimensions = Readonly<Record<string, DescribedDimension>>;

/** A record that another one leads to, and what of it is left out. */
export interface Across {
  /** Its name comes before theirs. */
  readonly edge: string;
  /** The operations of the edges that lead to it. */
  readonly needs: readonly string[];
  readonly joined: JoinedList;
  /** The column that has its id, where only the id is asked for: then nothing is joined. */
  readonly key?: SqlFragment;
  /** Fields that are none; whether a device is online depends on the present, not on the record that leads to it. */
  readonly except?: readonly string[];
  /** Whether its money is in the currency of the record that leads to it. */
  readonly sharesCurrency?: true;
}

/** What questions can name of a record, and of those that it leads to. @param except fields that are no dimensions */
export function declaredOf(list: RecordList, across: readonly Across[] = [], except: readonly string[] = []): Declared {
  const others = across.map((each) => {
    const { edge, joined } = each;
    const { numbers, moments } = valuesOf(joined.list, (name) => constantName(`${edge}${capitalized(name)}`), each);
    return { dimensions: dimensionsAcross(each), numbers, moments };
  });
  const own = { dimensions: dimensionsOf(list, constantName, [], except), ...valuesOf(list, constantName) };
  // The own id of an edge needs no join.
  const merged = <Part extends keyof Declared>(part: Part): Declared[Part] =>
    Object.assign({}, ...[own, ...others, own].map((each) => each[part]));
  return {
    dimensions: merged('dimensions'),
    numbers: merged('numbers'),
    moments: { ...merged('moments'), NOW: { description: 'The time of the question.', needs: [], sql: NOW } },
  };
}

/** Numbers that say nothing of the business. */
const NO_NUMBERS: readonly string[] = ['revision', 'pairingEpoch'];

/** The numbers and times of a record that its view has. */
function valuesOf(
  { model, source }: RecordList,
  nameOf: (name: string) => string,
  across?: Across,
): Pick<Declared, 'numbers' | 'moments'> {
  const needs = across?.needs ?? [];
  const numbers: Record<string, DescribedNumber> = {};
  const moments: Record<string, DescribedMoment> = {};
  for (const [name, { spec }] of Object.entries(model.fields)) {
    const { kind, description, minimum, uses } = spec;
    if (uses.has('internal') || NO_NUMBERS.includes(name) || across?.except?.includes(name)) continue;
    const column = sqlOfField(name, source);
    const sql = across ? across.joined.moved(column) : column;
    const described = { sql, description, needs };
    if (kind === 'time') moments[nameOf(name)] = described;
    if (kind === 'number') numbers[nameOf(name)] = { ...described, type: 'NUMBER', isSigned: true };
    if (kind === 'integer' || kind === 'bigInteger') {
      numbers[nameOf(name)] = { ...described, type: 'INTEGER', ...(minimum === undefined ? { isSigned: true } : {}) };
    }
    if (kind === 'money' && (!across || across.sharesCurrency)) {
      numbers[nameOf(name)] = { ...described, type: 'MONEY', money: true };
    }
  }
  return { numbers, moments };
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The dimensions of a record: its own fields, and the records that its edges lead to by an id. @param except what is none */
function dimensionsOf(
  list: RecordList,
  nameOf: (name: string) => string,
  needs: readonly string[],
  except: readonly string[],
): Dimensions {
  const { model, source } = list;
  const edges = Object.entries(model.edges).flatMap(([name, { spec }]) => {
    if (spec.kind !== 'one' || !spec.needs || except.includes(name)) return [];
    const { to, key, description } = spec;
    const dimension = idDimension(to, description, [...needs, spec.needs], sqlOfField(key, source));
    return dimension ? [[nameOf(name), dimension] as const] : [];
  });
  return { ...fieldDimensions(list, nameOf, needs, except), ...Object.fromEntries(edges) };
}

/** The dimension of an id, which is shown by what people know the record by; undefined where they know it by nothing. */
function idDimension(
  to: string,
  description: string,
  needs: readonly string[],
  id: SqlFragment,
): DescribedDimension | undefined {
  const title = TITLES[to];
  if (!title) return undefined;
  const [table, column] = title.map(trustedSql);
  return {
    type: 'ID',
    description,
    needs,
    sql: id,
    title: (value) => sql`(select found.${column ?? ''} from ${table ?? ''} found where found.id = ${value}::uuid)`,
  };
}

/** The list of a record in the tables of another one, which joins it. */
export interface JoinedList {
  readonly list: RecordList;
  /** The joins of the list that come after that one. */
  readonly joins: readonly Source[];
  /** SQL of the list as SQL of these tables. */
  readonly moved: (fragment: SqlFragment) => SqlFragment;
}

/** @param own what stands for the list's own table */
export function joinedBy(own: Source, list: RecordList): JoinedList {
  const tables = movedTables(list, (source, on) =>
    source === list.table ? own : new Source(source.table, source.alias, on),
  );
  const [, ...joins] = tables.values();
  return { list, joins, moved: (fragment) => withSources(fragment, tables) };
}

/** The join of a list to a table. */
export function joinOf({ joins = [] }: Tables, table: string): Source {
  const found = joins.find((join) => join.table === table);
  if (!found) throw new Error(`The list does not join ${table}.`);
  return found;
}

/**
 * The dimensions of a record that another one leads to: `DEVICE`, `DEVICE_MODEL`. Whether a device is online depends on the present, not
 * on that record.
 */
function dimensionsAcross({ edge, needs, joined, key, except = ['online'] }: Across): Dimensions {
  const { list, moved } = joined;
  const { name, description } = list.model;
  const nameOf = (of: string) => constantName(`${edge}${capitalized(of)}`);
  const id = idDimension(name, description, needs, key ?? sqlOfField('id', list.source));
  const found = { ...(id ? { [constantName(edge)]: id } : {}), ...dimensionsOf(list, nameOf, needs, except) };
  const all = Object.entries(found);
  return Object.fromEntries(all.map(([key, dimension]) => [key, { ...dimension, sql: moved(dimension.sql) }]));
}

function fieldDimensions(
  { model, source }: RecordList,
  nameOf: (name: string) => string,
  needs: readonly string[],
  except: readonly string[],
): Dimensions {
  const own = fieldsWith(model, 'dimension').flatMap((name) => {
    const spec = model.fields[name]?.spec;
    if (!spec || spec.kind === 'time' || except.includes(name)) return [];
    return [[nameOf(name), fieldDimension(spec, sqlOfField(name, source), needs)] as const];
  });
  return Object.fromEntries(own);
}

/** The timestamps of a record that queries can count by. */
export function timesOf({ model, source }: RecordList): Readonly<Record<string, SqlFragment>> {
  const times = fieldsWith(model, 'dimension').filter((name) => model.fields[name]?.spec.kind === 'time');
  return Object.fromEntries(times.map((name) => [constantName(name), sqlOfField(name, source)]));
}

/** The operation that guards an edge of a record. */
export function guardOf(model: RecordModel, edge: string): string {
  const needs = model.edges[edge]?.spec.needs;
  if (!needs || !records.includes(model)) throw new Error(`${model.name}.${edge} is no guarded edge.`);
  return needs;
}

const TYPES: Partial<Record<FieldKind, DescribedDimension['type']>> = { enum: 'ENUM', boolean: 'BOOLEAN' };

function fieldDimension(spec: FieldSpec, column: SqlFragment, needs: readonly string[]): DescribedDimension {
  const { kind, description, form } = spec;
  const isTyped = form === 'name' || form === 'typed';
  return {
    type: TYPES[kind] ?? 'TEXT',
    description,
    needs,
    sql: textOf(kind, shownColumn(spec, column)),
    ...(isTyped ? { isTyped } : {}),
  };
}

/** An empty text is no value. */
function textOf(kind: FieldKind, column: SqlFragment): SqlFragment {
  if (kind === 'text') return sql`nullif(${column}, '')`;
  return kind === 'enum' ? column : sql`(${column})::text`;
}
