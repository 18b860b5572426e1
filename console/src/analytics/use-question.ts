import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { DataSet } from '../api/generated/enums.ts';
import { isDataSet } from './data-sets.ts';
import { type Question, questionOf } from './question.ts';

export const VIEWS = ['chart', 'table', 'query'] as const;
export type View = (typeof VIEWS)[number];

interface Asked {
  readonly set: DataSet | undefined;
  readonly question: Question | undefined;
  readonly view: View;
  /** The metric of the chart, where there are several. */
  readonly metric: number;
  /** The saved question that it comes from. */
  readonly saved: string | undefined;
}

export const addressOf = (set: DataSet, question: Question, saved?: string) => ({
  set,
  q: JSON.stringify(question),
  ...(saved && { saved }),
});

/** The same with the number that its chart begins with. */
export const chartOf = (set: DataSet, question: Question, metric: number) => ({
  ...addressOf(set, question),
  ...(metric > 0 && { metric: String(metric) }),
});

/** The question in the address, and the way to another. */
export function useQuestion() {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.search }) as Readonly<Record<string, string>>;
  const asked: Asked = {
    set: isDataSet(search.set) ? search.set : undefined,
    question: questionOf(search.q),
    view: VIEWS.find((view) => view === search.view) ?? 'chart',
    metric: Number(search.metric ?? 0) || 0,
    saved: search.saved,
  };
  const go = (next: Readonly<Record<string, string>>, replace: boolean) =>
    void navigate({ to: '/analytics', search: next, replace });
  return {
    ...asked,
    /** Another question; going back leads to this one. */
    open: (set: DataSet, question: Question, saved?: string) => go(addressOf(set, question, saved), false),
    ask: (question: Question) => go({ ...search, q: JSON.stringify(question) }, false),
    show: (changes: Readonly<Record<string, string>>) => go({ ...search, ...changes }, true),
  };
}
