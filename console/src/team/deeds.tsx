import { useEffect } from 'react';
import { useQuery } from 'urql';
import { AdminDeedsDocument } from '../api/generated/team-team.ts';
import { problemOf } from '../api/problem.ts';
import { DeedList } from '../record/deeds.tsx';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import '../text/team.ts';

/** The last actions of a colleague. @param revision reads again when the colleague has changed */
export function Deeds({ id, revision }: { readonly id: string; readonly revision: number }) {
  const { t } = useText();
  const [{ data, error }, readAgain] = useQuery({
    query: AdminDeedsDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has other entries
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [revision]);
  const problem = problemOf(error);
  const deeds = data?.auditEntries?.nodes ?? [];
  return (
    <Card title={t('team.deeds')}>
      {problem && <ProblemAlert problem={problem} />}
      {data && <DeedList deeds={deeds} none={t('team.noDeeds')} />}
    </Card>
  );
}
