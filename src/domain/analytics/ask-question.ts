import { inside } from '../../model/field-problems.ts';
import type { AnalyticsTableView } from '../../model/records/analytics-table.ts';
import { compileTable } from '../../persistence/analytics/compile.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { readTable } from '../../persistence/analytics/read-tables.ts';
import { limitOf } from '../../persistence/isolation/limit-exceeded.ts';
import { ListQueryError } from '../../persistence/lists/list-values.ts';
import { isStatementTimeout } from '../../persistence/sql/transaction.ts';
import { hasRoles } from '../kernel/access.ts';
import { type DomainError, validationFailed } from '../kernel/errors.ts';
import { described, fields } from '../kernel/input.ts';
import type { Context, Operation } from '../kernel/operation.ts';
import { askedOf } from './asked-question.ts';
import { namedIn, neededByQuestion, type Question, questionSchema } from './question-input.ts';
import { requireUnmasked } from './question-sets.ts';
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
export async function askQuestion(
  declared: QuestionSet,
  question: Question,
  asking: Asking,
): Promise<AnalyticsTableView> {
  const { now, settings, runtime, principal } = asking;
  requireUnmasked(declared, principal, namedIn(question).filters);
  const slow = () => tooSlow(declared, question, now, false);
  return askableErrors(slow, async () => {
    const { set, query, range } = askedOf(declared, question, now, settings.businessTimeZone);
    const table = await runtime.analytics.read((db) => readTable(db, set.at(now), query));
    const { timeZone, compareTo } = query;
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
    if (isStatementTimeout(error) || limitOf(error)?.limit === 'time') throw slow();
    throw inQuestion(error);
  }
}

/**
 * Checks a question without asking it.
 * @param question valid
 * @throws DomainError 400 VALIDATION_FAILED, INVALID_RANGE
 */
export function requireAskable(declared: QuestionSet, question: Question, now: Date, businessTimeZone: string): void {
  try {
    const { set, query } = askedOf(declared, question, now, businessTimeZone);
    compileTable(set.at(now), query);
  } catch (error) {
    throw inQuestion(error);
  }
}

function inQuestion(error: unknown): unknown {
  if (!(error instanceof ListQueryError)) return error;
  return validationFailed([inside('query', error.problem)]);
}

function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
