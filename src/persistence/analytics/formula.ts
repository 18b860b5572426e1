import { joinSql, SqlFragment, sql, trustedSql } from '../sql/sql.ts';

/** Aggregates added up and subtracted, by their names: what it is of all rows is the sum of what it is of parts. */
export interface Terms {
  readonly plus: readonly string[];
  readonly minus: readonly string[];
}

/** Terms divided by others, or by a number that SQL names; null where that is zero. */
export interface Ratio {
  readonly of: Terms;
  readonly by: Terms | SqlFragment;
  /** Whether it is rounded to a whole number, as a mean of money is. */
  readonly isRounded: boolean;
}

/** How a metric follows from aggregates. A name alone is that aggregate. */
export type Formula = string | Terms | Ratio;

export function plus(...names: readonly string[]): Terms {
  return { plus: names, minus: [] };
}

/** The first less the others. */
export function minus(name: string, ...others: readonly string[]): Terms {
  return { plus: [name], minus: others };
}

export function negative(name: string): Terms {
  return { plus: [], minus: [name] };
}

export function ratio(of: string | Terms, by: string | Terms | SqlFragment): Ratio {
  return { of: termsOf(of), by: by instanceof SqlFragment ? by : termsOf(by), isRounded: false };
}

/** A mean of whole units. */
export function roundedRatio(of: string | Terms, by: string | Terms): Ratio {
  return { of: termsOf(of), by: termsOf(by), isRounded: true };
}

function termsOf(terms: string | Terms): Terms {
  return typeof terms === 'string' ? plus(terms) : terms;
}

function isRatio(formula: Formula): formula is Ratio {
  return typeof formula !== 'string' && 'by' in formula;
}

/** Whether a formula adds up over parts of the rows wherever its aggregates do. */
export function isLinear(formula: Formula): boolean {
  return !isRatio(formula);
}

/** The names of the aggregates of a formula. */
export function aggregatesOf(formula: Formula): readonly string[] {
  const terms = isRatio(formula) ? [formula.of, formula.by] : [termsOf(formula)];
  return terms.flatMap((each) => (each instanceof SqlFragment ? [] : [...each.plus, ...each.minus]));
}

/** The same formula of aggregates with other names. */
export function renamed(formula: Formula, nameOf: (name: string) => string): Formula {
  const terms = (each: Terms) => ({ plus: each.plus.map(nameOf), minus: each.minus.map(nameOf) });
  if (!isRatio(formula)) return terms(termsOf(formula));
  const { of, by } = formula;
  return { ...formula, of: terms(of), by: by instanceof SqlFragment ? by : terms(by) };
}

/** SQL of a formula. @param columnOf SQL of an aggregate */
export function formulaSql(formula: Formula, columnOf: (name: string) => SqlFragment): SqlFragment {
  if (!isRatio(formula)) return termsSql(termsOf(formula), columnOf);
  const of = termsSql(formula.of, columnOf);
  const by = formula.by instanceof SqlFragment ? formula.by : termsSql(formula.by, columnOf);
  if (formula.isRounded) return sql`round(${of}::numeric / nullif(${by}, 0))::bigint`;
  return sql`${of}::double precision / nullif(${by}, 0)`;
}

function termsSql({ plus: added, minus: subtracted }: Terms, columnOf: (name: string) => SqlFragment): SqlFragment {
  const parts = [
    ...added.map((name, at) => sql`${trustedSql(at > 0 ? '+ ' : '')}${columnOf(name)}`),
    ...subtracted.map((name) => sql`- ${columnOf(name)}`),
  ];
  return sql`(${joinSql(parts, ' ')})`;
}
