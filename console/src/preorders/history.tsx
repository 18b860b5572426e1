import { Button } from '@mantine/core';
import { InboxIcon, PersonIcon, ReplyIcon, SyncIcon, TagIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import type { PreorderHistoryQuery } from '../api/generated/operations.ts';
import { PreorderHistoryDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { RecordLink } from '../palette/record-link.tsx';
import { Events, type RecordEvent } from '../record/events.tsx';
import { Card } from '../record/record-page.tsx';
import { type Text, useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import type { Preorder } from './preorder-page.tsx';
import '../text/preorders.ts';

type Event = NonNullable<PreorderHistoryQuery['preorder']>['history']['nodes'][number];

const STEP = 25;
const MOST = 100;

interface Props {
  readonly id: string;
  /** Reads again when the preorder has changed. */
  readonly revision: number;
  /** What was sold from it, which its own events do not say. */
  readonly sales: NonNullable<Preorder['sales']>['nodes'];
}

/** What happened to the preorder, the newest first. */
export function History({ id, revision, sales }: Props) {
  const text = useText();
  const { t } = text;
  const [first, setFirst] = useState(STEP);
  const [{ data, error }, readAgain] = useQuery({
    query: PreorderHistoryDocument,
    variables: { id, first },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has another history
  useEffect(() => readAgain({ requestPolicy: 'network-only' }), [revision]);
  const history = data?.preorder?.history;
  const problem = problemOf(error);
  const events = (history?.nodes ?? []).map(
    (event): RecordEvent => ({
      id: event.id,
      at: event.at,
      ...shownOf(event, text),
      note: event.note,
      by: event.actor,
    }),
  );
  // Sales that are older than the events that are shown come with those.
  const since = history?.pageInfo.hasNextPage ? (events.at(-1)?.at ?? '') : '';
  const made = sales.map((sale) => madeOf(sale, text)).filter(({ at }) => at >= since);
  return (
    <Card title={t('preorder.history')}>
      {problem && <ProblemAlert problem={problem} />}
      <Events events={history ? [...made, ...events] : []} />
      {history?.pageInfo.hasNextPage && first < MOST && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setFirst(first + STEP)}>
          {t('preorder.more')}
        </Button>
      )}
    </Card>
  );
}

function madeOf({ id, number, createdAt, createdBy }: Props['sales'][number], { t }: Text): RecordEvent {
  const what = (
    <RecordLink kind="SALE" id={id}>
      {t('preorder.event.sold', { number })}
    </RecordLink>
  );
  return { id, at: createdAt, icon: TagIcon, what, by: createdBy };
}

function shownOf(event: Event, { t, word }: Text): Pick<RecordEvent, 'icon' | 'what'> {
  const { fromStatus, toStatus, correction, fromAdminId, toAdminId, toAdmin } = event;
  if (!fromStatus) return { icon: InboxIcon, what: t('preorder.event.placed') };
  const name = toAdmin?.name ?? t('preorder.event.colleague');
  const assigned = toAdminId ? t('preorder.event.assigned', { name }) : t('preorder.event.unassigned');
  if (fromStatus === toStatus) return { icon: PersonIcon, what: assigned };
  const values = { from: word('PreorderStatus', fromStatus), to: word('PreorderStatus', toStatus) };
  const moved = t(correction ? 'preorder.event.corrected' : 'preorder.event.moved', values);
  const isAssigned = toAdminId !== null || fromAdminId !== null;
  return { icon: correction ? ReplyIcon : SyncIcon, what: isAssigned ? `${moved} · ${assigned}` : moved };
}
