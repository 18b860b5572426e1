/** What may stand in a query as a parameter. */
export type SqlValue = string | number | boolean | Date | null | readonly SqlValue[];

/** A query as the pg driver takes it: `$1` in the text is the first of the values. */
export interface SqlQuery {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** Text out of our own source with holes for values. A class, so that no JSON of a caller can pass for one. */
export class SqlFragment {
  constructor(
    readonly texts: readonly string[],
    readonly holes: readonly (SqlValue | SqlFragment)[],
  ) {}
}

/**
 * A piece of SQL: sql`d.batch_id = ${batchId}`. A hole is a parameter, never text; another fragment in a hole is spliced.
 */
export function sql(texts: TemplateStringsArray, ...holes: readonly (SqlValue | SqlFragment)[]): SqlFragment {
  return new SqlFragment(texts, holes);
}

/** Text that becomes SQL as it is: for literals of our own source only, never for anything that came from outside. */
export function trustedSql(text: string): SqlFragment {
  return new SqlFragment([text], []);
}

/** The fragments with a separator of our own between them; nothing for none. */
export function joinSql(fragments: readonly SqlFragment[], separator: string): SqlFragment {
  const between = fragments.slice(1).map(() => separator);
  return fragments.length > 0 ? new SqlFragment(['', ...between, ''], fragments) : trustedSql('');
}

/** The conditions, each in brackets, of which all must hold; `true` for none. */
export function allOf(conditions: readonly SqlFragment[]): SqlFragment {
  return conditions.length > 0 ? joinSql(conditions.map(bracketed), ' and ') : trustedSql('true');
}

/** The conditions, each in brackets, of which one must hold; `false` for none. */
export function anyOf(conditions: readonly SqlFragment[]): SqlFragment {
  return conditions.length > 0 ? joinSql(conditions.map(bracketed), ' or ') : trustedSql('false');
}

/** Numbers the parameters in the order they stand. */
export function toQuery(fragment: SqlFragment): SqlQuery {
  const values: SqlValue[] = [];
  const write = ({ texts, holes }: SqlFragment): string =>
    texts
      .map((text, at) => {
        if (at === 0) return text;
        const hole = holes[at - 1] ?? null;
        if (hole instanceof SqlFragment) return write(hole) + text;
        values.push(hole);
        return `$${values.length}${text}`;
      })
      .join('');
  return { text: write(fragment), values };
}

function bracketed(condition: SqlFragment): SqlFragment {
  return sql`(${condition})`;
}
