import { Skeleton } from '@mantine/core';
import { useQuery } from 'urql';
import { CatalogDocument } from '../api/generated/analytics-analytics.ts';
import { problemOf } from '../api/problem.ts';
import { ProblemState } from '../ui/problem-state.tsx';
import { StartPage } from './start-page.tsx';
import { useQuestion } from './use-question.ts';
import { Workbench } from './workbench.tsx';

/** Questions: those to start from, or the one in the address. */
export default function AnalyticsPage() {
  const [{ data, error }, again] = useQuery({ query: CatalogDocument });
  const { set, question } = useQuestion();
  const problem = problemOf(error);
  const sets = data?.analyticsCatalog?.dataSets;
  if (problem) return <ProblemState problem={problem} onRetry={() => again({ requestPolicy: 'network-only' })} />;
  if (!sets) return <Skeleton height={320} m="lg" />;
  const about = sets.find(({ dataSet, allowed }) => dataSet === set && allowed);
  return about && question ? (
    <Workbench key={about.dataSet} sets={sets} about={about} question={question} />
  ) : (
    <StartPage sets={sets} />
  );
}
