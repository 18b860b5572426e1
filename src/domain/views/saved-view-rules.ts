import type { ViewedList } from '../../model/enums.ts';
import type { AdminPrincipal, Rights } from '../kernel/access.ts';
import { conflict, DomainError, fieldProblem, throwIf, validationFailed } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import type { Context } from '../kernel/operation.ts';
import { type GivenView, inputNameOf, viewSchema } from './saved-view-input.ts';
import { hasColumn } from './view-columns.ts';
import { anyQueryError, queryError, type ViewQuery, viewedLists } from './viewed-lists.ts';

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
  { principal }: Pick<Context<AdminPrincipal>, 'principal'>,
): { readonly query: Readonly<Record<string, unknown>>; readonly columns: string[] } {
  const unknown = columns.flatMap((column, at) => (hasColumn(viewedLists[list].record, column) ? [] : [at]));
  if (unknown.length > 0) {
    const place = (at: number) => `view.${inputNameOf(list)}.columns.${at}`;
    throw validationFailed(unknown.map((at) => fieldProblem(place(at), 'NO_VIEW_COLUMN')));
  }
  throwIf(queryError(principal, list, query));
  return { query: { ...query }, columns: [...columns] };
}

/** A view as a caller sees it: without its query if the caller's role may not ask the list for it, even if the owner's may. */
export function viewFor<V extends { readonly list: ViewedList; readonly query: unknown }>(rights: Rights, view: V): V {
  if (view.query === null) return view;
  const query = validQuery(view.list, view.query);
  const error = query ? queryError(rights, view.list, query) : anyQueryError(rights, view.list);
  return error ? { ...view, query: null } : view;
}

/**
 * What a view names and the list no longer has, by its path: `columns.2`, `filter.color`.
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
  const gone = columns.flatMap((column, at) => (hasColumn(record, column) ? [] : [`columns.${at}`]));
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
