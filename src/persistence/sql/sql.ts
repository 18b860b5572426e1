/** Types of query parameters. */
export type SqlValue = string | number | boolean | Date | null | readonly SqlValue[];

/** A query for the pg driver: `$1` in the text is the first of the values. */
export interface SqlQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** A value that a statement names several times and is sent once, such as the thousands of boundaries of a series. */
export class SharedValue {
  readonly value: SqlValue;

  constructor(value: SqlValue) {
    this.value = value;
  }
}

/**
 * A table of a statement. In SQL it stands for its alias, so that whatever is written with it knows what it needs: sql`${sale}.status`.
 * Two of the same table and alias are different sources: a list that joins customers is not the list of customers.
 */
export class Source {
  readonly table: string | SqlFragment;
  readonly alias: string;
  readonly on: SqlFragment | undefined;
  /** Whether it is the side table of another record, such as the presences of devices: each of its rows leads to that one record. */
  readonly isSideTable: boolean;

  /**
   * @param table its name, or SQL of our own in parentheses
   * @param on by what it is joined; a function of itself, so that it can have another alias. A left join on a unique key neither multiplies
   *   nor filters rows, and is left out where nothing needs it
   */
  constructor(
    table: string | SqlFragment,
    alias: string,
    on?: SqlFragment | ((own: Source) => SqlFragment),
    isSideTable = false,
  ) {
    this.table = table;
    this.alias = alias;
    this.isSideTable = isSideTable;
    this.on = typeof on === 'function' ? on(this) : on;
  }
}

type Hole = SqlValue | SharedValue | SqlFragment | Source;

/** SQL text of our source code with placeholders for values. A class, so that a caller's JSON cannot imitate it. */
export class SqlFragment {
  readonly texts: readonly string[];
  readonly holes: readonly Hole[];

  constructor(texts: readonly string[], holes: readonly Hole[]) {
    this.texts = texts;
    this.holes = holes;
  }
}

/**
 * A SQL fragment: sql`d.batch_id = ${batchId}`. An interpolated value is a parameter, never text; a fragment is spliced.
 */
export function sql(texts: TemplateStringsArray, ...holes: readonly Hole[]): SqlFragment {
  return new SqlFragment(texts, holes);
}

/** A plain column of a table. */
export class Column extends SqlFragment {
  readonly source: Source;
  readonly name: string;

  constructor(source: Source, name: string) {
    super(['', `.${name}`], [source]);
    this.source = source;
    this.name = name;
  }
}

/** A condition that is found out by reading rows of other tables. */
export class LookUp extends SqlFragment {}

/** Marks a condition that is found out by reading rows of other tables. */
export function lookUp({ texts, holes }: SqlFragment): LookUp {
  return new LookUp(texts, holes);
}

/** Whether a fragment has a condition that is found out by reading rows of other tables. */
export function looksUp(fragment: SqlFragment): boolean {
  return fragment instanceof LookUp || fragment.holes.some((hole) => hole instanceof SqlFragment && looksUp(hole));
}

/** Text that becomes SQL as it is: for literals of our own source only, never for anything that came from outside. */
export function trustedSql(text: string): SqlFragment {
  return new SqlFragment([text], []);
}

/** A time. The fragment is one parameter, however often a statement contains it. */
export function timeSql(time: Date): SqlFragment {
  return sql`${new SharedValue(time.toISOString())}::timestamptz`;
}

/** The text of a fragment, for statements that are written as text. @throws Error for one with values */
export function textOf(fragment: SqlFragment): string {
  const { text, values } = toQuery(fragment);
  if (values.length > 0) throw new Error(`SQL with values is no text: ${text}`);
  return text;
}

/** Whether two fragments are the same SQL of the same tables and values. */
export function isSame(one: SqlFragment, other: SqlFragment | undefined): boolean {
  if (one === other) return true;
  const isEqual = (hole: Hole, at: number) => {
    const same = other?.holes[at];
    return hole instanceof SqlFragment && same instanceof SqlFragment ? isSame(hole, same) : hole === same;
  };
  return (
    one.texts.length === other?.texts.length &&
    one.texts.every((text, at) => text === other.texts[at]) &&
    one.holes.every(isEqual)
  );
}

/** Whether a fragment is a part of another, or the same. */
export function isIn(part: SqlFragment, whole: SqlFragment): boolean {
  return isSame(part, whole) || whole.holes.some((hole) => hole instanceof SqlFragment && isIn(part, hole));
}

/** A fragment with other parts. */
export function withParts(whole: SqlFragment, replace: (part: SqlFragment) => SqlFragment | undefined): SqlFragment {
  const replaced = replace(whole);
  if (replaced) return replaced;
  const holes = whole.holes.map((hole) => (hole instanceof SqlFragment ? withParts(hole, replace) : hole));
  return whole instanceof LookUp ? new LookUp(whole.texts, holes) : new SqlFragment(whole.texts, holes);
}

/** A fragment of other tables: those that are mapped to one are replaced by it. */
export function withSources({ texts, holes }: SqlFragment, moved: ReadonlyMap<Source, Source>): SqlFragment {
  const replaced = holes.map((hole) => {
    if (hole instanceof SqlFragment) return withSources(hole, moved);
    return hole instanceof Source ? (moved.get(hole) ?? hole) : hole;
  });
  return new SqlFragment(texts, replaced);
}

/**
 * A table with its left joins as others of the same kind, and what stands for each.
 * @param as what stands for a table, by which the joins after it are joined
 */
export function movedTables(
  { table, joins = [] }: Tables,
  as: (source: Source, on: Source['on'] | ((own: Source) => SqlFragment)) => Source,
): ReadonlyMap<Source, Source> {
  const moved = new Map([[table, as(table, undefined)]]);
  for (const join of joins) {
    const { on } = join;
    moved.set(join, as(join, on && ((own) => withSources(on, new Map([...moved, [join, own]])))));
  }
  return moved;
}

/** The tables whose columns fragments name, those of their subqueries among them. */
export function sourcesOf(fragments: readonly SqlFragment[]): ReadonlySet<Source> {
  const found = new Set<Source>();
  const visit = ({ holes }: SqlFragment): void => {
    for (const hole of holes) {
      if (hole instanceof Source) found.add(hole);
      else if (hole instanceof SqlFragment) visit(hole);
    }
  };
  fragments.forEach(visit);
  return found;
}

/** A table and its left joins, in an order in which each rests on those before it. */
export interface Tables {
  readonly table: Source;
  readonly joins?: readonly Source[];
}

/** SQL of a table with its joins. */
export function tablesSql({ table, joins = [] }: Tables): SqlFragment {
  return joinSql([tableSql(table), ...joins.map(leftJoin)], ' ');
}

/** SQL of a left join. */
export function leftJoin(join: Source): SqlFragment {
  return sql`left join ${tableSql(join)} on ${join.on ?? trustedSql('true')}`;
}

/**
 * A table and those of its left joins that fragments need, also by way of each other. PostgreSQL leaves the others out as well, but
 * goes on to read the columns that they join by, which keeps an index from answering alone.
 */
export function neededOf({ table, joins = [] }: Tables, fragments: readonly SqlFragment[]): Required<Tables> {
  const found = new Set(sourcesOf(fragments));
  const needed = joins.toReversed().filter((join) => {
    if (!found.has(join)) return false;
    for (const source of sourcesOf(join.on ? [join.on] : [])) found.add(source);
    return true;
  });
  return { table, joins: needed.toReversed() };
}

/** A table with its alias, as it stands after `from` or `join`. */
export function tableSql({ table, alias }: Source): SqlFragment {
  return typeof table === 'string' ? trustedSql(`${table} ${alias}`) : sql`${table} ${trustedSql(alias)}`;
}

/** Joins fragments with a separator of our source code; empty for none. */
export function joinSql(fragments: readonly SqlFragment[], separator: string): SqlFragment {
  const between = fragments.slice(1).map(() => separator);
  return fragments.length > 0 ? new SqlFragment(['', ...between, ''], fragments) : trustedSql('');
}

/** Joins conditions with `and`, each in parentheses; `true` for none. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  return conditions.length > 0 ? joinSql(conditions.map(bracketed), ' and ') : trustedSql('true');
}

/** Joins conditions with `or`, each in parentheses; `false` for none. */
export function anyOf(conditions: readonly SqlFragment[]): SqlFragment {
  return conditions.length > 0 ? joinSql(conditions.map(bracketed), ' or ') : trustedSql('false');
}

/** Numbers the parameters in order of appearance. A shared value is one parameter wherever it appears. */
export function toQuery(fragment: SqlFragment): SqlQuery {
  const values: SqlValue[] = [];
  const shared = new Map<SharedValue, number>();
  const numberOf = (hole: SqlValue | SharedValue): number => {
    if (!(hole instanceof SharedValue)) return values.push(hole);
    const number = shared.get(hole) ?? values.push(hole.value);
    shared.set(hole, number);
    return number;
  };
  let text = '';
  const write = ({ texts, holes }: SqlFragment): void => {
    text += texts[0] ?? '';
    for (const [at, hole] of holes.entries()) {
      if (hole instanceof SqlFragment) write(hole);
      else text += hole instanceof Source ? hole.alias : `$${numberOf(hole)}`;
      text += texts[at + 1] ?? '';
    }
  };
  write(fragment);
  return { text, values };
}

function bracketed(condition: SqlFragment): SqlFragment {
  return sql`(${condition})`;
}
