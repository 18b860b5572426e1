import { Button } from '@mantine/core';
import { type Icon, InboxIcon, PersonIcon, ReplyIcon, SyncIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import type { PreorderHistoryQuery } from '../api/generated/operations.ts';
import { PreorderHistoryDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { Card } from '../record/record-page.tsx';
import { type Text, useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import classes from './preorders.module.css';
import '../text/preorders.ts';

type Event = NonNullable<PreorderHistoryQuery['preorder']>['history']['nodes'][number];

const STEP = 25;
const MOST = 100;

/** What happened to the preorder, the newest first. @param revision reads again when the preorder has changed */
export function History({ id, revision }: { readonly id: string; readonly revision: number }) {
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
  return (
    <Card title={t('preorder.history')}>
      {problem && <ProblemAlert problem={problem} />}
      <ol className={classes.timeline}>
        {history?.nodes.map((event) => {
          const { icon: Mark, says } = shownOf(event, text);
          const by = event.actor && t('preorder.event.by', { name: event.actor.name });
          return (
            <li key={event.id}>
              <Mark />
              <div>
                <div>{says}</div>
                {event.note && <div>{event.note}</div>}
                <div className={classes.dim}>
                  {by && `${by} · `}
                  <Time at={event.at} />
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      {history?.pageInfo.hasNextPage && first < MOST && (
        <Button size="xs" variant="subtle" color="gray" onClick={() => setFirst(first + STEP)}>
          {t('preorder.more')}
        </Button>
      )}
    </Card>
  );
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
