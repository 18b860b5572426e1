import { fieldProblem } from '../../model/field-problems.ts';
import { isGroup, QUANTIFIERS } from '../../model/filter-language.ts';
import { UUID } from '../../model/grammar.ts';
import {
  MAX_AT_LEAST,
  MAX_CONDITIONS_ACROSS,
  MAX_EDGES_DEEP,
  MAX_FILTER_CONDITIONS,
  MAX_FILTER_DEPTH,
  MAX_FILTER_NODES,
} from '../../model/limits.ts';
import {
  allOf,
  anyOf,
  isSame,
  lookUp,
  neededOf,
  type SqlFragment,
  sourcesOf,
  sql,
  type Tables,
  tablesSql,
  withParts,
} from '../sql/sql.ts';
import { compileCondition, type FieldConditions, membersOf } from './field-condition.ts';
import { type ListField, ListQueryError, readInteger } from './list-values.ts';

/** Filters of the records that an edge to many leads to. */
interface QuantifiedFilters {
  /** At least one record matches. */
  readonly some?: FilterNode;
  readonly none?: FilterNode;
  /** No record does not match. */
  readonly every?: FilterNode;
  readonly atLeast?: { readonly count?: number; readonly of?: FilterNode };
}

/** A filter: fields, edges, `and`, `or` and `not` must all match. A field without a value matches no comparison but `ne` and `notIn`. */
export interface FilterNode {
  readonly and?: readonly FilterNode[];
  readonly or?: readonly FilterNode[];
  readonly not?: FilterNode;
  /** Of a field its conditions, of an edge the filter of what it leads to. */
  readonly [member: string]: FieldConditions | QuantifiedFilters | FilterNode | readonly FilterNode[] | undefined;
}

/** What a filter can have conditions across: an edge to one record, or to many. */
export interface FilterEdge {
  readonly isMany: boolean;
  /**
   * What the edge leads to, in tables of its own: a statement may have the same ones already.
   * @param number of the crossing in the filter, which tells their aliases apart
   */
  at(number: number): EdgeTarget;
}

export interface EdgeTarget extends Tables {
  /** Whether it leads from every row to one row. */
  readonly isSure: boolean;
  /** What is equal in the rows that the edge leads to, and in those that it leaves from. */
  readonly key: { readonly inner: SqlFragment; readonly outer: SqlFragment };
  /** The conditions of the rows that the edge leads to that exist for callers. */
  readonly conditions: readonly SqlFragment[];
  readonly fieldOf: (name: string) => ListField | undefined;
  readonly edges: Readonly<Record<string, FilterEdge>>;
}

/** The conditions of one field or across one edge, by its name. */
export type FilterLeaf = readonly [name: string, conditions: object];

/** What groups hold at last. */
export function leavesOf(filter: unknown): FilterLeaf[] {
  if (Array.isArray(filter)) return filter.flatMap(leavesOf);
  return Object.entries(filter ?? {}).flatMap(([name, part]): FilterLeaf[] => {
    if (part === undefined) return [];
    return isGroup(name) ? leavesOf(part) : [[name, part]];
  });
}

/** Whether a filter has conditions of these fields and of nothing else. */
export function asksOnly(fields: Readonly<Record<string, ListField>>, filter: unknown): boolean {
  return leavesOf(filter).every(([name]) => Object.hasOwn(fields, name));
}

/** Equal to what a query asks for; no condition for what was left empty, as forms send it. */
export function equal(value: string | undefined): FieldConditions | undefined {
  return value ? { eq: value } : undefined;
}

/** The same for an id; text that is no id matches nothing. */
export function equalId(value: string | undefined): FieldConditions | undefined {
  return value && !UUID.test(value) ? { in: [] } : equal(value);
}

interface Compilation {
  readonly now: Date;
  /** Where the filter is. */
  readonly path: string;
  /** Whether an empty text is no value. */
  readonly emptyIsNone: boolean;
  /** Whether all rows that match are looked for. */
  readonly isOfAll: boolean;
  conditions: number;
  nodes: number;
  across: number;
}

/** What the names of a filter mean. */
type Scope = Pick<EdgeTarget, 'fieldOf' | 'edges'>;

/** Where a part of a filter is. */
interface Place {
  readonly path: string;
  /** Of groups, the filter itself included. */
  readonly depth: number;
  /** Edges that lead to the records that it is about. */
  readonly edges: number;
  /** Whether no row matches that does not match this part. */
  readonly isRequired?: boolean;
}

/**
 * Compiles a filter to SQL. `not` of a comparison matches rows without a value, like in JavaScript.
 * @param now the time from which `withinLast` and `olderThan` count back
 * @param edges what the filter can have conditions across
 * @param options `emptyIsNone`: an empty text is no value, as in analytics, where neither a condition nor a dimension tells it from null;
 *   `path`: where the filter is in the query; `isOfAll`: all rows of a list that match are looked for
 * @throws ListQueryError on an unknown field or operator, a wrong value, or a filter beyond the bounds
 */
export function compileFilter(
  fields: Readonly<Record<string, ListField>>,
  filter: unknown,
  now: Date,
  edges: Readonly<Record<string, FilterEdge>> = {},
  { emptyIsNone = false, isOfAll = false, path = 'filter' } = {},
): SqlFragment {
  const work = { now, path, emptyIsNone, isOfAll, conditions: 0, nodes: 0, across: 0 };
  const scope = { fieldOf: (name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined), edges };
  return compileGroup(work, scope, { path, depth: 1, edges: 0, isRequired: true }, filter);
}

function compileGroup(work: Compilation, scope: Scope, place: Place, node: unknown): SqlFragment {
  const { path, depth } = place;
  if (depth > MAX_FILTER_DEPTH) throw new ListQueryError(fieldProblem(path, 'TOO_DEEP', { maximum: MAX_FILTER_DEPTH }));
  work.nodes += 1;
  if (work.nodes > MAX_FILTER_NODES) {
    const of = 'conditions and groups';
    throw new ListQueryError(fieldProblem(work.path, 'TOO_MANY', { maximum: MAX_FILTER_NODES, of }));
  }
  return compileNode(work, scope, place, node);
}

function compileNode(work: Compilation, scope: Scope, place: Place, node: unknown): SqlFragment {
  const conditions = membersOf(place.path, node).map(([name, value]) => {
    const at = { ...place, path: `${place.path}.${name}` };
    const part = { ...at, depth: at.depth + 1 };
    const deeper = { ...part, isRequired: false };
    if (name === 'and') return allOf(compileGroups(work, scope, part, value));
    if (name === 'or') return anyOf(compileGroups(work, scope, deeper, value));
    if (name === 'not') return sql`(${compileGroup(work, scope, deeper, value)}) is not true`;
    const edge = Object.hasOwn(scope.edges, name) ? scope.edges[name] : undefined;
    if (edge) return edge.isMany ? compileMany(work, edge, at, value) : compileOne(work, edge, at, value);
    return compileField(work, scope.fieldOf(name), at.path, value);
  });
  return allOf(conditions);
}

function compileGroups(work: Compilation, scope: Scope, place: Place, nodes: unknown): SqlFragment[] {
  if (!Array.isArray(nodes)) throw new ListQueryError(fieldProblem(place.path, 'WRONG_TYPE', { type: 'array' }));
  return nodes.map((node, at) => compileGroup(work, scope, { ...place, path: `${place.path}[${at}]` }, node));
}

/**
 * `exists` lets PostgreSQL begin with either record, whichever is cheaper; it reads what the conditions need. A record that is sure to be there is not read
 * for its id, which is the key: failed installations of the device of a sale are found by the sale.
 */
function compileOne(work: Compilation, edge: FilterEdge, place: Place, filter: unknown): SqlFragment {
  if (membersOf(place.path, filter).length === 0) return allOf([]);
  const found = across(work, edge, place, filter);
  const { key } = found;
  const ofKey = allOf(
    found.conditions.map((each) => withParts(each, (part) => (isSame(part, key.inner) ? key.outer : undefined))),
  );
  const named = sourcesOf([ofKey]);
  if (found.isSure && !found.read.some((table) => named.has(table))) return ofKey;
  return lookUp(sql`exists (${matching(found)})`);
}

function compileMany(work: Compilation, edge: FilterEdge, place: Place, filters: unknown): SqlFragment {
  const conditions = membersOf(place.path, filters).map(([quantifier, filter]) => {
    const at = { ...place, path: `${place.path}.${quantifier}` };
    if (quantifier === 'some') return lookUp(sql`exists (${recordsAcross(work, edge, at, filter)})`);
    if (quantifier === 'none') return lookUp(sql`not exists (${recordsAcross(work, edge, at, filter)})`);
    if (quantifier === 'every') return lookUp(sql`not exists (${recordsAcross(work, edge, at, filter, false)})`);
    if (quantifier === 'atLeast') return compileAtLeast(work, edge, at, filter);
    throw new ListQueryError(fieldProblem(at.path, 'NONE_OF', { values: QUANTIFIERS }));
  });
  return allOf(conditions);
}

/**
 * A limit ends the look-up of a row where there are enough of them. Where all rows are looked for, the others are counted once: not in a part of an `or` or a
 * `not`, where PostgreSQL might count them again for each row.
 */
function compileAtLeast(work: Compilation, edge: FilterEdge, place: Place, value: unknown): SqlFragment {
  const { count = 1, of = {}, ...others } = Object.fromEntries(membersOf(place.path, value));
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new ListQueryError(fieldProblem(`${place.path}.${other}`, 'NONE_OF', { values: ['count', 'of'] }));
  const least = readInteger(`${place.path}.count`, count);
  if (least < 1 || least > MAX_AT_LEAST)
    throw new ListQueryError(
      fieldProblem(`${place.path}.count`, 'NOT_IN_RANGE', { minimum: 1, maximum: MAX_AT_LEAST }),
    );
  const { tables, key, conditions } = across(work, edge, { ...place, path: `${place.path}.of` }, of);
  if (work.isOfAll && place.isRequired) {
    const groups = sql`select ${key.inner} from ${tables} where ${allOf(conditions)} group by 1 having count(*) >= ${least}::bigint`;
    return sql`${key.outer} in (${groups})`;
  }
  const found = sql`select 1 from ${tables} where ${allOf([isSameKey(key), ...conditions])} limit ${least}::bigint`;
  return lookUp(sql`(select count(*) from (${found}) found) = ${least}::bigint`);
}

/** The records across an edge that match. @param isMatching false for those that do not */
function recordsAcross(
  work: Compilation,
  edge: FilterEdge,
  place: Place,
  filter: unknown,
  isMatching = true,
): SqlFragment {
  return matching(across(work, edge, place, filter, isMatching));
}

function matching({ tables, key, conditions }: ReturnType<typeof across>): SqlFragment {
  return sql`select 1 from ${tables} where ${allOf([isSameKey(key), ...conditions])}`;
}

function isSameKey({ inner, outer }: EdgeTarget['key']): SqlFragment {
  return sql`${inner} = ${outer}`;
}

function across(work: Compilation, edge: FilterEdge, place: Place, filter: unknown, isMatching = true) {
  if (place.edges === MAX_EDGES_DEEP)
    throw new ListQueryError(fieldProblem(place.path, 'TOO_MANY_EDGES', { maximum: MAX_EDGES_DEEP }));
  work.across += 1;
  if (work.across > MAX_CONDITIONS_ACROSS) {
    throw new ListQueryError(fieldProblem(work.path, 'TOO_MANY_ACROSS', { maximum: MAX_CONDITIONS_ACROSS }));
  }
  const target = edge.at(work.across);
  const within = { ...place, edges: place.edges + 1, isRequired: false };
  const asked = compileNode(work, target, within, filter);
  const conditions = [...target.conditions, isMatching ? asked : sql`(${asked}) is not true`];
  const { key, isSure } = target;
  const { table, joins } = neededOf(target, [key.inner, ...conditions]);
  return { tables: tablesSql({ table, joins }), read: [table, ...joins], isSure, key, conditions };
}

function compileField(work: Compilation, found: ListField | undefined, path: string, conditions: unknown): SqlFragment {
  if (!found) throw new ListQueryError(fieldProblem(path, 'NOT_IN_LIST'));
  const field = work.emptyIsNone && found.type === 'text' ? { ...found, emptyIsNone: true } : found;
  return allOf(
    membersOf(path, conditions).map(([operator, value]) => {
      work.conditions += 1;
      if (work.conditions > MAX_FILTER_CONDITIONS) {
        throw new ListQueryError(
          fieldProblem(work.path, 'TOO_MANY', { maximum: MAX_FILTER_CONDITIONS, of: 'conditions' }),
        );
      }
      return compileCondition(field, operator, `${path}.${operator}`, value, work.now);
    }),
  );
}
