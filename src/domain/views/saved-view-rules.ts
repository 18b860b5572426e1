import { memberName, type ViewedList } from '../../model/enums.ts';
import { type FieldProblem, inside } from '../../model/field-problems.ts';
import { checkList } from '../../persistence/lists/list-reader.ts';
import { ListQueryError } from '../../persistence/lists/list-values.ts';
import { withTimes } from '../filter-times.ts';
import type { AdminPrincipal, Rights } from '../kernel/access.ts';
import { conflict, DomainError, fieldProblem, throwIf, validationFailed } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { MAX_COST, priceOfPage } from '../kernel/list-price.ts';
import type { Context } from '../kernel/operation.ts';
import { wrongName } from '../kernel/suggestions.ts';
import { type GivenView, viewSchema } from './saved-view-input.ts';
import { columnNames, hasColumn } from './view-columns.ts';
import { anyQueryError, queryError, queryParts, type ViewQuery, viewedLists } from './viewed-lists.ts';

/** Views of one admin, shared ones included. */
export const MAX_SAVED_VIEWS = 200;

/** The error of an admin who has as many views as there may be: 409 SAVED_VIEW_LIMIT_REACHED. */
export function limitError(count: number): DomainError | undefined {
  if (count < MAX_SAVED_VIEWS) return undefined;
  return conflict('SAVED_VIEW_LIMIT_REACHED', { count, maximum: MAX_SAVED_VIEWS });
}

/**
 * Checks that an admin may ask a list for what a view keeps, and that its columns exist.
 * @param given valid
 * @returns what is stored of it
 * @throws DomainError 400 VALIDATION_FAILED; 403 ROLE_FORBIDDEN
 */
export function checkedView(
  list: ViewedList,
  { columns, ...query }: GivenView,
  context: Context<AdminPrincipal>,
): { readonly query: Readonly<Record<string, unknown>>; readonly columns: string[] } {
  const unknown = columns.flatMap((column, at) => (hasColumn(viewedLists[list].record, column) ? [] : [at]));
  if (unknown.length > 0) {
    const names = columnNames(viewedLists[list].record);
    const problemOf = (at: number) =>
      fieldProblem(`columns[${at}]`, 'NO_VIEW_COLUMN', wrongName(columns[at] ?? '', names));
    throw inView(list, unknown.map(problemOf));
  }
  throwIf(queryError(context.principal, list, query));
  requireRunnable(list, query, context);
  return { query: { ...query }, columns: [...columns] };
}

/** Compiles what a view asks of its list. @throws DomainError 400 VALIDATION_FAILED naming the part that cannot be run */
function requireRunnable(list: ViewedList, query: ViewQuery, context: Context<AdminPrincipal>): void {
  const cost = priceOfPage({ ...query });
  if (cost > MAX_COST) throw inView(list, [fieldProblem('filter', 'QUESTION_TOO_COSTLY', { cost, maximum: MAX_COST })]);
  try {
    const { list: rows, query: asked } = viewedLists[list].operation.rows(
      context,
      atTime(list, query, context) as never,
    );
    checkList(rows, asked, context.now);
  } catch (error) {
    if (error instanceof ListQueryError) throw inView(list, [error.problem]);
    throw error;
  }
}

/** The query with times in place of the dates of its filter. */
function atTime(list: ViewedList, query: ViewQuery, { now, settings }: Pick<Context, 'now' | 'settings'>): ViewQuery {
  const { filter } = queryParts(list);
  return filter && query.filter ? { ...query, filter: withTimes(filter, query.filter, now, settings) } : query;
}

function inView(list: ViewedList, problems: readonly FieldProblem[]): DomainError {
  return validationFailed(problems.map((problem) => inside(`view.${memberName(list)}`, problem)));
}

/** A view as a caller sees it: without its query if the caller's role may not ask the list for it, even if the owner's may. */
export function viewFor<V extends { readonly list: ViewedList; readonly query: unknown }>(rights: Rights, view: V): V {
  if (view.query === null) return view;
  const query = validQuery(view.list, view.query);
  const error = query ? queryError(rights, view.list, query) : anyQueryError(rights, view.list);
  return error ? { ...view, query: null } : view;
}

/**
 * What a view names and the list no longer has, by its path: `columns[2]`, `filter.color`.
 * @param query null where the caller may not see it
 */
export function outdatedParts({
  list,
  query,
  columns,
}: {
  readonly list: ViewedList;
  readonly query: Readonly<Record<string, unknown>> | null;
  readonly columns: readonly string[];
}): string[] {
  const { record } = viewedLists[list];
  const gone = columns.flatMap((column, at) => (hasColumn(record, column) ? [] : [`columns[${at}]`]));
  return [...gone, ...(query ? problemsOf(list, query) : [])];
}

function validQuery(list: ViewedList, query: unknown): ViewQuery | undefined {
  return problemsOf(list, query).length === 0 ? (query as ViewQuery) : undefined;
}

/** Lists change between releases: a query that was valid once may name what is no longer there. */
function problemsOf(list: ViewedList, query: unknown): string[] {
  try {
    // A copy, because validation fills in defaults. The columns are checked apart.
    parseInput(viewSchema(list), { ...structuredClone(query as object), columns: ['id'] }, 'json');
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.extras.fields ?? []).map(({ path }) => path);
  }
}
