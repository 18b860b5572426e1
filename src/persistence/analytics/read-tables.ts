import { fieldProblem } from '../../model/field-problems.ts';
import type { Queryable } from '../../model/ports.ts';
import { ListQueryError, requireExact } from '../lists/list-values.ts';
import { execute, row } from '../sql/query.ts';
import { joinSql, sql, toQuery, trustedSql } from '../sql/sql.ts';
import { MAX_FILLED_CELLS } from './cells.ts';
import { type AnalyticsColumn, type CompiledAnalytics, compile, compileOverfilled, compileTable } from './compile.ts';
import { type Dataset, shownName } from './dataset.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Slot } from './series.ts';

/** Values by the names of the requested metrics; null if the divisor is zero. */
export type Figures<M extends string = string> = Readonly<Record<M, number | null>>;

export interface AnalyticsRow<M extends string = string, D extends string = string> {
  /** The start of the bucket; null without a grain, and for a bucket of the compared range alone. */
  readonly time: Date | null;
  readonly dimensions: Readonly<Record<D, string | null>>;
  readonly metrics: Figures<M>;
  /** The values of the compared range; null without one. */
  readonly previous: Figures<M> | null;
}

export interface AnalyticsTable<M extends string = string, D extends string = string> {
  readonly columns: readonly AnalyticsColumn[];
  readonly rows: readonly AnalyticsRow<M, D>[];
  /** True if there were more rows than the limit. */
  readonly truncated: boolean;
}

/** One requested table, created by `ask`. */
export interface Question<M extends string = string, D extends string = string> {
  readonly compiled: CompiledAnalytics;
  /** Only for the type checker: the type of the rows. */
  readonly row?: AnalyticsRow<M, D>;
}

type Answers<Q extends Readonly<Record<string, Question>>> = {
  readonly [Name in keyof Q]: Q[Name] extends Question<infer M, infer D> ? AnalyticsTable<M, D> : never;
};

/**
 * Prepares a query on a data set, to be read together with others.
 * @throws ListQueryError if the data set does not support it
 */
export function ask<M extends string, D extends string, const AM extends M, const AD extends D = never>(
  dataset: Dataset<M, D>,
  query: AnalyticsQuery<M, D> & { readonly metrics: readonly AM[]; readonly dimensions?: readonly AD[] },
): Question<AM, AD> {
  return { compiled: compile(dataset, query) };
}

/**
 * Reads several tables with one statement. Where all of them are of rollups, the rest of the transaction has no workers.
 * @throws ListQueryError for a sum that JSON does not carry without loss
 */
export async function readTables<Q extends Readonly<Record<string, Question>>>(
  db: Queryable,
  questions: Q,
): Promise<Answers<Q>> {
  await sparingWorkers(
    db,
    Object.values(questions).map(({ compiled }) => compiled),
  );
  const parts = Object.entries(questions).map(
    ([, { compiled }], at) =>
      sql`(select coalesce(json_agg(t), '[]') from (${compiled.statement}) as t) as ${trustedSql(`t${at}`)}`,
  );
  const { text, values } = toQuery(sql`select ${joinSql(parts, ', ')}`);
  const found = await row<Record<string, Record<string, string | number | null>[]>>(db, text, values);
  const tables = Object.entries(questions).map(([name, { compiled }], at) => [
    name,
    tableOf(compiled, found?.[`t${at}`] ?? []),
  ]);
  return Object.fromEntries(tables) as Answers<Q>;
}

/** Rollups have few rows, of which PostgreSQL expects more: it would start workers, which takes longer than reading them. */
async function sparingWorkers(db: Queryable, statements: readonly CompiledAnalytics[]): Promise<void> {
  if (!statements.every(({ isRolledUp }) => isRolledUp)) return;
  await execute(db, 'set local max_parallel_workers_per_gather = 0');
}

function tableOf(
  { columns, limit, slots }: CompiledAnalytics,
  found: readonly Record<string, unknown>[],
): AnalyticsTable {
  for (const record of found) requireExactIn(columns, record);
  const time = columns.find(({ kind }) => kind === 'TIME');
  const compares = columns.some(({ kind }) => kind === 'COMPARISON');
  const part = (kind: AnalyticsColumn['kind'], record: Record<string, unknown>) =>
    Object.fromEntries(columns.flatMap((column) => (column.kind === kind ? [[column.key, record[column.name]]] : [])));
  const rows = (limit === null ? found : found.slice(0, limit)).map((record) => ({
    time: (time && slots[Number(record[time.name]) - 1]?.current?.start) ?? null,
    dimensions: part('DIMENSION', record) as Record<string, string | null>,
    metrics: part('METRIC', record) as Figures,
    previous: compares ? (part('COMPARISON', record) as Figures) : null,
  }));
  return { columns, rows, truncated: limit !== null && found.length > limit };
}

/**
 * A sum beyond what JSON carries was rounded when it was parsed, and what is no number at all is a text in it.
 * @throws ListQueryError naming the metric
 */
function requireExactIn(columns: readonly AnalyticsColumn[], record: Readonly<Record<string, unknown>>): void {
  for (const { name, key, type } of columns) {
    const value = record[name];
    if (type === 'DATETIME' || type === 'STRING') continue;
    requireFinite(key, value);
    if ((type === 'MONEY' || type === 'INTEGER') && typeof value === 'number') {
      requireExact('metrics', shownName(key), value);
    }
  }
}

/** @throws ListQueryError naming the formula for a result that is infinite, or no number. @param value or its text */
export function requireFinite(key: string, value: unknown): void {
  if (value === null || value === undefined || Number.isFinite(Number(value))) return;
  throw new ListQueryError(fieldProblem('formulas', 'OUT_OF_RANGE', { name: shownName(key) }));
}

/** The answer to one question, as read: values by the names of the compiled columns, titles of ids as `t0`, `t1`. */
export interface RawTable {
  readonly columns: readonly AnalyticsColumn[];
  /** What the numbers of the column `bucket` stand for. */
  readonly slots: readonly Slot[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly totals: Readonly<Record<string, number | null>>;
  /** How many rows there are, also beyond the limit. */
  readonly rowCount: number;
  /** The default currency, where the query leaves that of money open. */
  readonly money: string | null;
  readonly truncated: boolean;
  /** The statement that read it. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Reads the answer to one question, with its totals.
 * @throws ListQueryError if the data set does not support it, a filled series would have too many cells, or JSON does not carry a sum
 */
export async function readTable(db: Queryable, dataset: Dataset, query: AnalyticsQuery): Promise<RawTable> {
  const compiled = compileTable(dataset, query);
  const { text, values, columns, limit, slots } = compiled;
  await sparingWorkers(db, [compiled]);
  type Found = Pick<RawTable, 'rows' | 'totals' | 'rowCount' | 'money'> & { readonly overfilled: boolean };
  const found = await row<Found>(db, text, values);
  if (!found) throw new Error('A question has no answer, although its statement always has a row.');
  if (found.overfilled) throw tooManyCells();
  const { rows, totals, rowCount, money } = found;
  for (const record of [...rows, totals]) requireExactIn(columns, record);
  return {
    columns,
    slots,
    rows: limit === null ? rows : rows.slice(0, limit),
    totals,
    rowCount,
    money,
    truncated: limit !== null && rows.length > limit,
    text,
    values,
  };
}

/**
 * Checks a query whose rows are read elsewhere.
 * @throws ListQueryError if its filled series would have too many cells
 */
export async function requireFillable(db: Queryable, dataset: Dataset, query: AnalyticsQuery): Promise<void> {
  if (!query.grain || query.fill === false || !query.dimensions?.length) return;
  const { text, values } = compileOverfilled(dataset, query);
  if ((await row<{ overfilled: boolean }>(db, text, values))?.overfilled) throw tooManyCells();
}

function tooManyCells(): ListQueryError {
  return new ListQueryError(fieldProblem('fill', 'TOO_MANY_ROWS', { maximum: MAX_FILLED_CELLS }));
}
