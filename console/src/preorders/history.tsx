import { Button } from '@mantine/core';
import { type Icon, InboxIcon, PersonIcon, ReplyIcon, SyncIcon, TagIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import type { PreorderHistoryQuery } from '../api/generated/operations.ts';
import { PreorderHistoryDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { type Text, useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import type { Preorder } from './preorder-page.tsx';
import classes from './preorders.module.css';
import '../text/preorders.ts';

type Event = NonNullable<PreorderHistoryQuery['preorder']>['history']['nodes'][number];

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly icon: Icon;
  readonly says: string;
  readonly note?: string | null;
  readonly by: string | undefined;
}

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
    (event): Entry => ({ ...event, ...shownOf(event, text), by: event.actor?.name }),
  );
  // Sales that are older than the events that are shown come with those.
  const since = history?.pageInfo.hasNextPage ? (events.at(-1)?.at ?? '') : '';
  const made = sales.map((sale) => madeOf(sale, text)).filter(({ at }) => at >= since);
  const entries = [...events, ...(history ? made : [])].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <Card title={t('preorder.history')}>
      {problem && <ProblemAlert problem={problem} />}
      <ol className={classes.timeline}>
        {entries.map(({ id: key, at, icon: Mark, says, note, by }) => (
          <li key={key}>
            <Mark />
            <div>
              <div>{says}</div>
              {note && <div>{note}</div>}
              <div className={classes.dim}>
                {by && `${t('preorder.event.by', { name: by })} · `}
                <Time at={at} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      {history?.pageInfo.hasNextPage && first < MOST && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setFirst(first + STEP)}>
          {t('preorder.more')}
        </Button>
      )}
    </Card>
  );
}

function madeOf({ id, number, createdAt, createdBy }: Props['sales'][number], { t }: Text): Entry {
  return { id, at: createdAt, icon: TagIcon, says: t('preorder.event.sold', { number }), by: createdBy?.name };
}

function shownOf(event: Event, { t, word }: Text): { readonly icon: Icon; readonly says: string } {
  const { fromStatus, toStatus, correction, fromAdminId, toAdminId, toAdmin } = event;
  if (!fromStatus) return { icon: InboxIcon, says: t('preorder.event.placed') };
  const name = toAdmin?.name ?? t('preorder.event.colleague');
  const assigned = toAdminId ? t('preorder.event.assigned', { name }) : t('preorder.event.unassigned');
  if (fromStatus === toStatus) return { icon: PersonIcon, says: assigned };
  const values = { from: word('PreorderStatus', fromStatus), to: word('PreorderStatus', toStatus) };
  const moved = t(correction ? 'preorder.event.corrected' : 'preorder.event.moved', values);
  const isAssigned = toAdminId !== null || fromAdminId !== null;
  return { icon: correction ? ReplyIcon : SyncIcon, says: isAssigned ? `${moved} · ${assigned}` : moved };
}
