import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { filterOf, type Search } from './filters.ts';
import { type ListDef, NEWEST_FIRST, type Query, type Sort } from './list-def.ts';
import { searched } from './searched.ts';

export interface ListState {
  readonly search: Search;
  readonly query: Query;
  readonly sort: Sort;
  /** Whether that is the order that the list begins with. */
  readonly isBegun: boolean;
  /** The path and the parameters, by which the list is remembered. */
  readonly address: string;
  /** Changes parameters; an empty value removes one. */
  readonly set: (changes: Readonly<Record<string, string>>) => void;
  /** Replaces all parameters. */
  readonly replace: (search: Search) => void;
}

type Def = Pick<ListDef<never>, 'filters' | 'columns' | 'order'>;

/** The state of a list, read from the address and written to it. */
export function useListState(def: Def): ListState {
  const { pathname, search: given, href } = useRouterState({ select: ({ location }) => location });
  const navigate = useNavigate();
  const search = useMemo(() => cleaned(given as Search), [given]);
  // A link with the text of a label does not keep its code in the history of the browser either.
  useEffect(() => {
    if (search !== given) void navigate({ to: pathname, search: search, replace: true });
  }, [search, given, pathname, navigate]);
  return useMemo(() => {
    const replace = (next: Search) => void navigate({ to: pathname, search: cleaned(next) });
    const begun = def.order ?? NEWEST_FIRST;
    const [sort = begun] = sortOf(search.sort);
    return {
      search,
      sort,
      isBegun: sort.field === begun.field && sort.direction === begun.direction,
      address: href,
      query: {
        filter: filterOf(def.filters, search),
        sort: [sort],
        search: search.q || undefined,
        columns: columnsOf(def, search.cols),
      },
      replace,
      set: (changes) =>
        replace(Object.fromEntries(Object.entries({ ...search, ...changes }).filter(([, value]) => value !== ''))),
    };
  }, [def, search, pathname, href, navigate]);
}

/** The parameters without the claim code of a label, which may be scanned into the search or into a filter. */
function cleaned(search: Search): Search {
  const kept = Object.entries(search).map(([name, value]) => [name, searched(value)] as const);
  if (kept.every(([name, value]) => search[name] === value)) return search;
  return Object.fromEntries(kept.filter(([, value]) => value !== ''));
}

/** `-LAST_SEEN_AT`: the newest first. */
function sortOf(text: string | undefined): Sort[] {
  if (!text) return [];
  const field = text.replace(/^-/, '');
  return /^[A-Z_]+$/.test(field) ? [{ field, direction: text.startsWith('-') ? 'DESC' : 'ASC' }] : [];
}

function columnsOf({ columns }: Def, text: string | undefined): readonly string[] {
  const known = columns.map(({ key }) => key);
  const chosen = text?.split(',').filter((key) => known.includes(key)) ?? [];
  return chosen.length > 0 ? chosen : columns.filter(({ isShown }) => isShown).map(({ key }) => key);
}
