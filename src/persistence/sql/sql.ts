/** Types of query parameters. */
export type SqlValue = string | number | boolean | Date | null | readonly SqlValue[];

/** A query for the pg driver: `$1` in the text is the first of the values. */
export interface SqlQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** A value that a statement names several times and is sent once, such as the thousands of boundaries of a series. */
export class SharedValue {
  constructor(readonly value: SqlValue) {}
}

/**
 * A table of a statement. In SQL it stands for its alias, so that whatever is written with it knows what it needs: sql`${sale}.status`.
 * Two of the same table and alias are different sources: a list that joins customers is not the list of customers.
 */
export class Source {
  /**
   * @param table its name, or SQL of our own in parentheses
   * @param on by what it is joined. A left join on a unique key neither multiplies nor filters rows, and is left out where nothing needs it
   */
  constructor(
    readonly table: string | SqlFragment,
    readonly alias: string,
    readonly on?: SqlFragment,
  ) {}
}

type Hole = SqlValue | SharedValue | SqlFragment | Source;

/** SQL text of our source code with placeholders for values. A class, so that a caller's JSON cannot imitate it. */
export class SqlFragment {
  constructor(
    readonly texts: readonly string[],
    readonly holes: readonly Hole[],
  ) {}
}

/**
 * A SQL fragment: sql`d.batch_id = ${batchId}`. An interpolated value is a parameter, never text; a fragment is spliced.
 */
export function sql(texts: TemplateStringsArray, ...holes: readonly Hole[]): SqlFragment {
  return new SqlFragment(texts, holes);
}

/** Text that becomes SQL as it is: for literals of our own source only, never for anything that came from outside. */
export function trustedSql(text: string): SqlFragment {
  return new SqlFragment([text], []);
}

/** A time as a literal, for SQL text that takes no parameters. */
export function timeSql(time: Date): string {
  return `'${time.toISOString()}'::timestamptz`;
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

/**
 * SQL of a table and those of its left joins that fragments need, also by way of each other. PostgreSQL leaves the others out as well, but
 * goes on to read the columns that they join by, which keeps an index from answering alone.
 * @param joins in an order in which each rests on those before it
 */
export function tablesFor(table: Source, joins: readonly Source[], fragments: readonly SqlFragment[]): SqlFragment {
  const needed: Source[] = [];
  for (const join of joins.toReversed()) {
    const parts = [...fragments, ...needed.flatMap(({ on }) => on ?? [])];
    if (sourcesOf(parts).has(join)) needed.unshift(join);
  }
  return joinSql(
    [tableSql(table), ...needed.map((join) => sql`left join ${tableSql(join)} on ${join.on ?? true}`)],
    ' ',
  );
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
  const write = ({ texts, holes }: SqlFragment): string =>
    texts
      .map((text, at) => {
        if (at === 0) return text;
        const hole = holes[at - 1] ?? null;
        if (hole instanceof SqlFragment) return write(hole) + text;
        if (hole instanceof Source) return hole.alias + text;
        return `$${numberOf(hole)}${text}`;
      })
      .join('');
  return { text: write(fragment), values };
}

function bracketed(condition: SqlFragment): SqlFragment {
  return sql`(${condition})`;
}
