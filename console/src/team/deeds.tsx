import { LogIcon } from '@primer/octicons-react';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import type { AdminDeedsQuery } from '../api/generated/operations.ts';
import { AdminDeedsDocument } from '../api/generated/team-team.ts';
import { problemOf } from '../api/problem.ts';
import { deedName } from '../record/deed-name.ts';
import { DeedList } from '../record/deeds.tsx';
import { Events } from '../record/events.tsx';
import { Card } from '../record/record-page.tsx';
import { type Text, useText, wordOf } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import '../text/staff-enums.ts';
import '../text/team.ts';

/** What others did to a colleague, and what the colleague did last. @param revision reads again when the colleague has changed */
export function Deeds({ id, revision }: { readonly id: string; readonly revision: number }) {
  const text = useText();
  const { t } = text;
  const [{ data, error }, readAgain] = useQuery({
    query: AdminDeedsDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has other entries
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [revision]);
  const problem = problemOf(error);
  const deeds = data?.auditEntries?.nodes ?? [];
  const undergone = (data?.undergone?.nodes ?? []).map((entry) => undergoneBy(entry, text));
  return (
    <>
      {undergone.length > 0 && (
        <Card title={t('team.undergone')}>
          <Events events={undergone} />
        </Card>
      )}
      <Card title={t('team.deeds')}>
        {problem && <ProblemAlert problem={problem} />}
        {data && <DeedList deeds={deeds} none={t('team.noDeeds')} />}
      </Card>
    </>
  );
}

type Entry = NonNullable<AdminDeedsQuery['undergone']>['nodes'][number];

function undergoneBy({ id, at, changes, action, actorType, actor }: Entry, text: Text) {
  const { role } = Object(changes) as { readonly role?: unknown };
  const { from, to } = Object(role) as { readonly from?: unknown; readonly to?: unknown };
  const isMoved = typeof from === 'string' && typeof to === 'string';
  return {
    id,
    at,
    icon: LogIcon,
    what: deedName({ action, changes }, text),
    note: isMoved && `${wordOf(text, 'AdminRole', from)} → ${wordOf(text, 'AdminRole', to)}`,
    by: actor ?? text.word('ActorType', actorType),
  };
}
