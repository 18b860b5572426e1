import { Button, Skeleton } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment, PreorderFilter } from '../api/generated/operations.ts';
import { PreorderColumnDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { BoardCard } from './board-card.tsx';
import classes from './preorders.module.css';
import '../text/preorders.ts';

const STEP = 25;
const MOST = 200;

interface Props {
  readonly status: PreorderStatus;
  readonly conditions: { readonly filter: PreorderFilter | undefined; readonly search: string | undefined };
  /** Another version is read again. */
  readonly version: number;
  readonly count: number | undefined;
  /** Which column each card is in. */
  readonly shown: RefObject<Map<string, PreorderStatus>>;
  /** The card that has the focus as soon as it is here. */
  readonly focusOn: RefObject<string | undefined>;
  /** The card that a mouse holds. */
  readonly dragged: RefObject<PreorderCardFragment | undefined>;
  readonly onMove: (card: PreorderCardFragment, to: PreorderStatus) => void;
  readonly onDrop: (card: PreorderCardFragment, to: PreorderStatus) => void;
}

/** The newest preorders of one status. */
export function BoardColumn({ status, conditions, version, count, shown, focusOn, dragged, onMove, onDrop }: Props) {
  const { t, word } = useText();
  const [first, setFirst] = useState(STEP);
  const [isOver, setOver] = useState(false);
  const own = { status: { eq: status } };
  const [{ data, error }, readAgain] = useQuery({
    query: PreorderColumnDocument,
    variables: {
      first,
      search: conditions.search,
      filter: conditions.filter ? { and: [conditions.filter, own] } : own,
    },
    requestPolicy: 'cache-and-network',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is read again
  useEffect(() => {
    if (version > 0) readAgain({ requestPolicy: 'network-only' });
  }, [version]);
  const list = useRef<HTMLUListElement>(null);
  // A card that has moved away is no longer shown, though its column is still to be read again.
  const cards = (data?.preorders?.nodes ?? []).filter((card) => card.status === status);
  const problem = problemOf(error);
  const key = cards.map(({ id }) => id).join();
  useEffect(() => {
    for (const id of key.split(',')) if (id) shown.current.set(id, status);
    const wanted = focusOn.current;
    if (!wanted || !key.includes(wanted)) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${wanted}"] a`)?.focus();
    focusOn.current = undefined;
  }, [key, status, shown, focusOn]);
  return (
    <section
      className={classes.column}
      aria-label={word('PreorderStatus', status)}
      data-column={status}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!dragged.current || dragged.current.status === status) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (dragged.current) onDrop(dragged.current, status);
      }}
    >
      <div className={classes.columnHead}>
        <h2>
          <StatusBadge name="PreorderStatus" value={status} />
        </h2>
        <span className={`${classes.dim} k-number`}>{count !== undefined && grouped(count)}</span>
      </div>
      <ul ref={list} className={classes.cards}>
        {problem && !data && (
          <li>
            <ProblemAlert problem={problem} />
          </li>
        )}
        {!data && !problem && (
          <li>
            <Skeleton height={74} radius="md" />
          </li>
        )}
        {data && cards.length === 0 && (
          <li className={classes.dim}>
            {t(
              status === 'NEW' && !conditions.filter && !conditions.search
                ? 'preorder.newEmpty'
                : 'preorder.columnEmpty',
            )}
          </li>
        )}
        {cards.map((card) => (
          <BoardCard key={card.id} card={card} dragged={dragged} onMove={onMove} />
        ))}
        {data?.preorders?.pageInfo.hasNextPage && first < MOST && (
          <li>
            <Button size="xs" variant="subtle" color="gray" fullWidth onClick={() => setFirst(first + STEP)}>
              {t('preorder.more')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  );
}
