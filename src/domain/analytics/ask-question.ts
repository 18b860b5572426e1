import type { AnalyticsTableView } from '../../model/records/analytics-table.ts';
import { isTimeZone, timeZoneProblem } from '../../model/time-zones.ts';
import { compileTable } from '../../persistence/analytics/compile.ts';
import type { AnalyticsQuery } from '../../persistence/analytics/query.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { readTable } from '../../persistence/analytics/read-tables.ts';
import { constantName } from '../../persistence/analytics/record-dimensions.ts';
import { limitOf } from '../../persistence/isolation/limit-exceeded.ts';
import type { FilterNode } from '../../persistence/lists/list-filter.ts';
import { ListQueryError } from '../../persistence/lists/list-values.ts';
import { isStatementTimeout } from '../../persistence/sql/transaction.ts';
import { withTimes } from '../filter-times.ts';
import { hasRoles } from '../kernel/access.ts';
import { type DomainError, validationFailed } from '../kernel/errors.ts';
import { described, fields } from '../kernel/input.ts';
import type { Context, Operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { metricsIn, neededByQuestion, type Question, questionSchema } from './question-input.ts';
import { comparedRange, readRange } from './question-range.ts';
import { columnsOf, rowsOf, totalsOf } from './question-view.ts';
import { tooSlow } from './too-slow.ts';

/**
 * The parts that the operations of all data sets share.
 * @param list the operation that shows the same records: its roles may ask
 */
export function questionsTo(set: QuestionSet, list: Operation) {
  const input = fields({ query: described(questionSchema(set), 'The question.') });
  return {
    beyond: { why: 'the contract has four fixed reports; analysts ask questions of their own', graphqlOnly: true },
    access: list.access,
    limit: 120,
    effect: 'read',
    errors: ['INVALID_RANGE', 'QUERY_COST_EXCEEDED'],
    input,
    needs: ({ query }: { readonly query: Question }) => neededByQuestion(set, query),
    handle: (context: Context, { query }: { readonly query: Question }): Promise<AnalyticsTableView> =>
      askQuestion(set, query, context),
  } as const;
}

/** Who asks, and when. */
type Asking = Pick<Context, 'now' | 'settings' | 'runtime' | 'principal'>;

/**
 * Answers a question. The caller may ask it: `needs` was checked.
 * @param question valid
 * @throws DomainError 400 INVALID_RANGE; QUERY_COST_EXCEEDED when it takes too long
 */
export async function askQuestion(set: QuestionSet, question: Question, asking: Asking): Promise<AnalyticsTableView> {
  const { now, settings, runtime, principal } = asking;
  const query = queryOf(set, question, now, settings.businessTimeZone);
  const slow = () => tooSlow(set, question, now, false);
  return askableErrors(slow, async () => {
    const table = await runtime.analytics.read((db) => readTable(db, set.at(now), query));
    const { timeZone, range, compareTo } = query;
    const currency = query.currency ?? table.money;
    const readsSql = principal.kind === 'admin' && hasRoles(principal, ['SUPER_ADMIN', 'ADMIN']);
    return {
      dataSet: set.name,
      columns: columnsOf(set, table, currency),
      rows: rowsOf(set, table, query),
      totals: totalsOf(set, table, 'METRIC', currency),
      previousTotals: compareTo ? totalsOf(set, table, 'COMPARISON', currency) : null,
      rowCount: table.rowCount,
      truncated: table.truncated,
      timezone: timeZone,
      currency,
      from: range?.from ?? null,
      to: range?.to ?? null,
      previousFrom: compareTo?.from ?? null,
      previousTo: compareTo?.to ?? null,
      asOf: now,
      sql: readsSql ? table.text : null,
      sqlParameters: readsSql ? table.values.map(parameterText) : null,
    };
  });
}

/**
 * Maps the failures of a question to client errors.
 * @param slow the error of a question that took too long
 * @throws DomainError 400 QUERY_COST_EXCEEDED, VALIDATION_FAILED
 */
export async function askableErrors<T>(slow: () => DomainError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The statement's own time, or that of all statements of the request.
    if (isStatementTimeout(error) || limitOf(error) === 'time') throw slow();
    throw inQuestion(error);
  }
}

/**
 * Checks a question without asking it.
 * @param question valid
 * @throws DomainError 400 VALIDATION_FAILED, INVALID_RANGE
 */
export function requireAskable(set: QuestionSet, question: Question, now: Date, businessTimeZone: string): void {
  const query = queryOf(set, question, now, businessTimeZone);
  try {
    compileTable(set.at(now), query);
  } catch (error) {
    throw inQuestion(error);
  }
}

function inQuestion(error: unknown): unknown {
  if (!(error instanceof ListQueryError)) return error;
  return validationFailed([{ field: `query.${error.field}`, message: error.message }]);
}

/** True if a question asks for money without naming a currency. */
function leavesCurrencyOpen(set: QuestionSet, question: Question): boolean {
  const { currency, dimensions = [] } = question;
  const usesMoney = metricsIn(question).some((key) => set.metrics[nameIn(set, key)]?.money);
  return currency === undefined && usesMoney && !dimensions.includes('CURRENCY');
}

/** The name of a metric in its data set. */
function nameIn(set: QuestionSet, key: string): string {
  return Object.keys(set.metrics).find((name) => constantName(name) === key) ?? key;
}

/** The query of a question: names of the data set, times, one currency of money. */
export function queryOf(set: QuestionSet, question: Question, now: Date, businessTimeZone: string): AnalyticsQuery {
  const { timezone: timeZone = businessTimeZone, range: asked, compareTo, currency, top, fill } = question;
  if (!isTimeZone(timeZone)) {
    throw validationFailed([{ field: 'query.timezone', message: timeZoneProblem(timeZone) }]);
  }
  if (compareTo && !asked) throw validationFailed([{ field: 'query.compareTo', message: 'needs a range' }]);
  const range = asked && readRange(asked, now, timeZone);
  const nameOf = (key: string) => nameIn(set, key);
  const metrics = question.metrics.map(nameOf);
  const { having = [], orderBy = [], cumulative = [], dimensions = [] } = question;
  return {
    metrics,
    dimensions,
    timeZone,
    now,
    ...(question.grain ? { grain: question.grain } : {}),
    ...(range ? { range } : {}),
    ...(question.time ? { time: question.time } : {}),
    ...(asked && range && compareTo
      ? { compareTo: comparedRange(compareTo, asked, range, timeZone, question.grain) }
      : {}),
    ...(currency === undefined ? {} : { currency: currency.toUpperCase() }),
    ...(leavesCurrencyOpen(set, question) ? { money: true } : {}),
    ...(question.filter ? { filter: filterOf(set, question.filter, now, businessTimeZone) } : {}),
    having: having.map(({ metric, ...bounds }) => ({ metric: nameOf(metric), ...bounds })),
    orderBy: orderBy.map((order, at) => readOrder(order, at, nameOf)),
    ...(top
      ? {
          top: {
            count: top.count,
            by: top.by ? nameOf(top.by) : (metrics[0] ?? ''),
            direction: top.direction ?? 'DESC',
            rest: top.rest ?? true,
          },
        }
      : {}),
    cumulative: cumulative.map(nameOf),
    fill: fill !== 'NONE',
    ...(question.limit === undefined ? {} : { limit: question.limit }),
  };
}

/** Days and periods in a filter are those of the business, as in every list, whatever zone the buckets are in. */
function filterOf({ model }: QuestionSet, filter: unknown, now: Date, businessTimeZone: string): FilterNode {
  return withTimes(refinementFor(model).filter, filter, now, { businessTimeZone }) as FilterNode;
}

type AskedOrder = NonNullable<Question['orderBy']>[number];

function readOrder(
  { metric, dimension, time, direction = 'ASC' }: AskedOrder,
  at: number,
  nameOf: (key: string) => string,
): NonNullable<AnalyticsQuery['orderBy']>[number] {
  if ([metric, dimension, time || undefined].filter((key) => key !== undefined).length !== 1) {
    throw validationFailed([
      { field: `query.orderBy[${at}]`, message: 'must name a metric, a dimension or the time, and one of them only' },
    ]);
  }
  if (metric !== undefined) return { metric: nameOf(metric), direction };
  return dimension === undefined ? { time: true, direction } : { dimension, direction };
}

function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
