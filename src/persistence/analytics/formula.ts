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

/** Formulas put together by arithmetic; null where one of them is, or a divisor is zero. */
interface Arithmetic {
  readonly operation: 'add' | 'subtract' | 'multiply' | 'divide';
  readonly operands: readonly Formula[];
}

/** A number of the question. */
interface Constant {
  readonly constant: number;
}

/** The share of a formula in what it is of all rows of the answer. */
interface ShareOfTotal {
  readonly shareOf: Formula;
}

/** A formula compared with other rows of the answer. */
export interface Windowed {
  readonly windowOf: Formula;
  /** The mean over the buckets up to that of the row; what it was in an earlier one; its share in all rows of its bucket. */
  readonly kind: 'average' | 'earlier' | 'bucketShare';
  /** How many buckets: of an average, that of the row among them. */
  readonly buckets: number;
}

/** How a metric follows from aggregates. A name alone is that aggregate. */
export type Formula = string | Terms | Ratio | Arithmetic | Constant | ShareOfTotal | Windowed;

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

/** The formulas that a formula is made of. */
function partsIn(formula: Formula): readonly Formula[] {
  if (typeof formula === 'string') return [];
  if ('operation' in formula) return formula.operands;
  if ('shareOf' in formula) return [formula.shareOf];
  return 'windowOf' in formula ? [formula.windowOf] : [];
}

/** A formula and all that it is made of. */
function allIn(formula: Formula): readonly Formula[] {
  return [formula, ...partsIn(formula).flatMap(allIn)];
}

/** What of a formula is compared with other rows. */
export function windowedIn(formula: Formula): readonly Windowed[] {
  return allIn(formula).flatMap((each) => (typeof each !== 'string' && 'windowOf' in each ? [each] : []));
}

/** Whether a formula names what it is of all rows. */
export function usesTotal(formula: Formula): boolean {
  return allIn(formula).some((each) => typeof each !== 'string' && 'shareOf' in each);
}

/** Whether a formula adds up over parts of the rows wherever its aggregates do. */
export function isLinear(formula: Formula): boolean {
  return typeof formula === 'string' || 'plus' in formula;
}

/** The names of the aggregates of a formula. */
export function aggregatesOf(formula: Formula): readonly string[] {
  if (typeof formula === 'string') return [formula];
  if ('plus' in formula) return [...formula.plus, ...formula.minus];
  if (!('by' in formula)) return partsIn(formula).flatMap(aggregatesOf);
  const { of, by } = formula;
  return [of, by].flatMap((each) => (each instanceof SqlFragment ? [] : aggregatesOf(each)));
}

/** The same formula of aggregates with other names. */
export function renamed(formula: Formula, nameOf: (name: string) => string): Formula {
  const again = (each: Formula) => renamed(each, nameOf);
  const terms = (each: Terms) => ({ plus: each.plus.map(nameOf), minus: each.minus.map(nameOf) });
  if (typeof formula === 'string') return nameOf(formula);
  if ('plus' in formula) return terms(formula);
  if ('operation' in formula) return { ...formula, operands: formula.operands.map(again) };
  if ('shareOf' in formula) return { shareOf: again(formula.shareOf) };
  if ('windowOf' in formula) return { ...formula, windowOf: again(formula.windowOf) };
  if ('constant' in formula) return formula;
  const { of, by } = formula;
  return { ...formula, of: terms(of), by: by instanceof SqlFragment ? by : terms(by) };
}

/** What a formula names, in SQL. */
export interface Named {
  readonly columnOf: (name: string) => SqlFragment;
  /** An aggregate of all rows. */
  readonly totalOf?: (name: string) => SqlFragment;
  /** The column of what is compared with other rows. */
  readonly windowOf?: (windowed: Windowed) => SqlFragment;
}

const OPERATORS = { add: 'a + b', subtract: 'a - b', multiply: 'a * b', divide: 'a / nullif(b, 0)' } as const;
const NOTHING = trustedSql('null::double precision');

/** SQL of a formula. */
export function formulaSql(formula: Formula, named: Named): SqlFragment {
  const { columnOf, totalOf, windowOf } = named;
  if (typeof formula === 'string') return termsSql(plus(formula), columnOf);
  if ('plus' in formula) return termsSql(formula, columnOf);
  if ('constant' in formula) return sql`${formula.constant}::double precision`;
  if ('operation' in formula) return arithmeticSql(formula, named);
  if ('windowOf' in formula) return windowOf?.(formula) ?? NOTHING;
  if ('shareOf' in formula) {
    if (!totalOf) return NOTHING;
    const whole = formulaSql(formula.shareOf, { columnOf: totalOf });
    const part = sql`${formulaSql(formula.shareOf, named)}::double precision`;
    return operationSql('divide', part, sql`(select ${whole} from total t)::double precision`);
  }
  const of = termsSql(formula.of, columnOf);
  const by = formula.by instanceof SqlFragment ? formula.by : termsSql(formula.by, columnOf);
  if (formula.isRounded) return sql`round(${of}::numeric / nullif(${by}, 0))::bigint`;
  return sql`${of}::double precision / nullif(${by}, 0)`;
}

function arithmeticSql({ operation, operands }: Arithmetic, named: Named): SqlFragment {
  const [first = NOTHING, ...others] = operands.map((each) => sql`(${formulaSql(each, named)})::double precision`);
  return others.reduce((left, right) => operationSql(operation, left, right), first);
}

/** Of two numbers in these ranges no result is beyond what numbers can be, for which PostgreSQL would fail without saying where. */
const NOT_TOO_LARGE = trustedSql('abs(a) <= 1e150 and abs(b) <= 1e150');
const NOT_TOO_SMALL = trustedSql('(a = 0 or abs(a) >= 1e-150) and (b = 0 or abs(b) >= 1e-150)');

/**
 * An operation on two numbers of double precision. Out of range it is infinite: the reader of the answer names the formula. Behind `offset 0`
 * each side is computed once.
 */
export function operationSql(operation: Arithmetic['operation'], left: SqlFragment, right: SqlFragment): SqlFragment {
  const isSum = operation === 'add' || operation === 'subtract';
  const inRange = isSum ? NOT_TOO_LARGE : sql`${NOT_TOO_LARGE} and ${NOT_TOO_SMALL}`;
  const result = trustedSql(OPERATORS[operation]);
  return sql`(select case when a is null or b is null then null when not (${inRange}) then 'infinity' else ${result} end from (select ${left} as a, ${right} as b offset 0) s)`;
}

/** SQL of a formula as a mean takes it, which squares it: infinite where that would be out of range. */
export function averagedSql(formula: Formula, value: SqlFragment): SqlFragment {
  const isLarge = allIn(formula).some((each) => typeof each !== 'string' && 'operation' in each);
  return isLarge ? operationSql('add', value, trustedSql('0')) : value;
}

function termsSql({ plus: added, minus: subtracted }: Terms, columnOf: (name: string) => SqlFragment): SqlFragment {
  const parts = [
    ...added.map((name, at) => sql`${trustedSql(at > 0 ? '+ ' : '')}${columnOf(name)}`),
    ...subtracted.map((name) => sql`- ${columnOf(name)}`),
  ];
  return sql`(${joinSql(parts, ' ')})`;
}
