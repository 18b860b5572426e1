import { FILTER_GROUPS } from '../../model/filter-language.ts';
import { type Source, type SqlFragment, type Tables, tablesSql, textOf } from '../sql/sql.ts';
import type { FilterEdge, FilterNode } from './list-filter.ts';
import { type ListOrder, readOrder, type SortKey } from './list-order.ts';
import type { TextColumn } from './list-text.ts';
import type { ListField } from './list-values.ts';
import type { Repeated, SideTable } from './side-table.ts';

/** A module's declaration of a list: its table and joins, and more. All SQL in it comes from our source code. */
export interface ListDefinition extends Tables {
  /** SQL of its tables: a cursor of another list is none of it. */
  readonly identity: string;
  /** Selected columns by member name. */
  readonly columns: Readonly<Record<string, SqlFragment>>;
  /** The condition of the rows that exist for callers. */
  readonly where?: SqlFragment;
  /** Text columns that `search` looks into. */
  readonly search?: readonly TextColumn[];
  /** Text columns of other tables that `search` looks into. */
  readonly searchAcross?: readonly SearchAcross[];
  /** What callers may filter and sort by. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** What filters can have conditions across. */
  readonly edges?: Readonly<Record<string, FilterEdge>>;
  /** Joins by which a page is sorted across edges; nothing else is read by them. */
  readonly sortJoins?: readonly Source[];
  /** Columns of the list's own table, and those of these joins that repeat them, where at most one row of its own has the same joined row. */
  readonly repeats?: readonly Repeated[];
  readonly defaultSort: readonly SortKey[];
  /** A unique uuid: a `Column`, or an expression, by which no index finds rows. */
  readonly tieBreak: SqlFragment;
  /** A column that is never null and decides before it between equal rows: the age, which the indexes hold too. */
  readonly age?: SqlFragment;
  readonly sideTable?: SideTable;
  /** How many records have the same words, for counts that need not read the records. */
  readonly tally?: ListTally | undefined;
}

/** Another table that a search looks into: its columns, and the column of the list's own table that holds its id. */
export interface SearchAcross {
  /** Not a join of the list: its alias is one that no other table of the list has. */
  readonly table: Source;
  readonly columns: readonly TextColumn[];
  readonly key: SqlFragment;
}

/** Rows with a `count` and words that records have in common. */
export interface ListTally {
  readonly table: Source;
  /** The fields of the list that it knows. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** SQL of the sums of fields that it keeps. */
  readonly sums?: Readonly<Record<string, SqlFragment>>;
}

/** One query of a list. */
export interface ListQuery {
  /** Conditions of the module, in addition to the caller's. */
  readonly where?: readonly SqlFragment[];
  /** The operation's own filter, beside the caller's. */
  readonly within?: FilterNode;
  /** Text that one of the search columns contains, however it is typed; empty means no search. */
  readonly search?: string;
  readonly filter?: FilterNode;
  readonly sort?: readonly SortKey[];
  /** Rows to skip; not together with a cursor. */
  readonly skip?: number;
  /** Rows of a page, at least 1; the maximum is the operation's. */
  readonly take: number;
  /** Members to read; default all. */
  readonly select?: readonly string[];
  /** Further columns. */
  readonly further?: readonly SqlFragment[];
  /** Whether the page has the cursor of each item. */
  readonly withCursors?: boolean;
  /** Cursors of the same order that the page lies after and before. */
  readonly after?: string;
  readonly before?: string;
  /** Whether the page is the last rows of them instead of the first. */
  readonly isBackward?: boolean;
}

const MEMBER_NAME = /^[a-z][A-Za-z0-9]*$/;

/**
 * Checks a declaration at start-up.
 * @throws Error if a member name is invalid or reserved, or the default sort names an unknown field
 */
export function defineList(definition: Omit<ListDefinition, 'identity'>): ListDefinition {
  for (const name of [...Object.keys(definition.columns), ...Object.keys(definition.fields)]) {
    if (!MEMBER_NAME.test(name) || name === 'cursorPlace') throw new Error(`A list cannot have a member ${name}.`);
  }
  for (const name of FILTER_GROUPS) {
    if (Object.hasOwn(definition.fields, name)) throw new Error(`A list cannot have a field ${name}.`);
  }
  const list = { ...definition, identity: textOf(tablesSql(definition)) };
  orderOf(list);
  return list;
}

/** The order of a list: the caller's, or its own. @throws ListQueryError for a sort that the list does not have */
export function orderOf(list: ListDefinition, sort: readonly SortKey[] = []): ListOrder {
  const keys = sort.length > 0 ? sort : list.defaultSort;
  const age = list.age ? [{ column: list.age, type: 'time', notNull: true } as const] : [];
  return readOrder(list.identity, list.fields, keys, [...age, { column: list.tieBreak, type: 'id', notNull: true }]);
}

/** The tables of a list with those that it is sorted by. */
export function sortedTables({ table, joins = [], sortJoins = [] }: ListDefinition): Required<Tables> {
  return { table, joins: [...joins, ...sortJoins] };
}
