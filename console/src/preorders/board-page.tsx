import { Group, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { SearchIcon } from '@primer/octicons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { PreorderCardFragment } from '../api/generated/operations.ts';
import { PreorderCardsDocument, PreorderCountsDocument } from '../api/generated/preorders-preorders.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { useListState } from '../list/use-list-state.ts';
import { useEvery } from '../live/use-live.ts';
import { useText } from '../text/index.tsx';
import { Bar } from './bar.tsx';
import { BoardColumn } from './board-column.tsx';
import { walk } from './board-keys.ts';
import { conditionsOf, preorderList } from './preorder-list.tsx';
import classes from './preorders.module.css';
import { STATUSES } from './statuses.ts';
import { useMoves } from './use-moves.tsx';
import '../text/list.ts';
import '../text/preorders.ts';

const SETTLE_MS = 400;
const MAX_IDS = 100;
/** The board has no tabs: a chosen status is a filter as all others are. */
const filterDef = { filters: preorderList.filters, tabs: { key: '' } };

type Versions = Readonly<Partial<Record<PreorderStatus, number>>>;

/** Preorders as cards in the columns of their statuses. */
export default function BoardPage(): ReactNode {
  const { t } = useText();
  const client = useClient();
  const state = useListState(preorderList);
  const conditions = conditionsOf(state.query);
  const [versions, setVersions] = useState<Versions>({});
  const shown = useRef(new Map<string, PreorderStatus>());
  const focusOn = useRef<string | undefined>(undefined);
  const dragged = useRef<PreorderCardFragment>(undefined);
  const [{ data }, countAgain] = useQuery({
    query: PreorderCountsDocument,
    variables: conditions,
    requestPolicy: 'cache-and-network',
  });
  const counts = new Map(data?.preorders?.facets[0]?.values.map(({ value, count }) => [value, count]));

  const readAgain = (statuses: readonly PreorderStatus[]) => {
    setVersions((old) => ({
      ...old,
      ...Object.fromEntries(statuses.map((status) => [status, (old[status] ?? 0) + 1])),
    }));
    countAgain({ requestPolicy: 'network-only' });
  };
  const { move, drop, dialog } = useMoves((id, statuses) => {
    focusOn.current = id;
    readAgain(statuses);
  });

  // Only the columns that a change touches are read again: the one that a card was in, and the one where it belongs now.
  const changed = useRef(new Set<string>());
  const settle = useDebouncedCallback(async () => {
    const ids = [...changed.current].slice(0, MAX_IDS);
    changed.current = new Set();
    const before = ids.flatMap((id) => shown.current.get(id) ?? []);
    const { data: cards } = await client
      .query(PreorderCardsDocument, { ids }, { requestPolicy: 'network-only' })
      .toPromise();
    const now = (cards?.nodes ?? []).flatMap((card) => (card && 'status' in card ? [card.status] : []));
    readAgain([...new Set([...before, ...now])]);
  }, SETTLE_MS);
  useEvery('preorderChanged', ({ id, event }) => {
    if (event === 'REFETCH' || !id) return readAgain(STATUSES);
    changed.current.add(id);
    void settle();
  });

  const chosen = state.search.status?.split(',') ?? [];
  const columns = STATUSES.filter((status) => chosen.length === 0 || chosen.includes(status));
  return (
    <div className={classes.screen}>
      <Title order={1} className={classes.title}>
        {t('nav.preorders')}
      </Title>
      <Bar view="board" state={state} />
      <Group className={classes.boardHead}>
        <Search value={state.search.q ?? ''} onChange={(q) => state.set({ q })} />
        <FilterBar def={filterDef} state={state} />
        <span className={classes.keys}>{t('preorder.keys')}</span>
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that walk from card to card; each card's own link and button have the focus */}
      <div className={classes.board} onKeyDown={(event: KeyboardEvent<HTMLDivElement>) => walk(event)}>
        {columns.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            conditions={conditions}
            version={versions[status] ?? 0}
            count={counts.get(status)}
            shown={shown}
            focusOn={focusOn}
            dragged={dragged}
            onMove={move}
            onDrop={drop}
          />
        ))}
      </div>
      {dialog}
    </div>
  );
}

const TYPED_MS = 300;

function Search({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const { t } = useText();
  const [typed, setTyped] = useState(value);
  const put = useDebouncedCallback(onChange, TYPED_MS);
  return (
    <TextInput
      size="xs"
      w={240}
      type="search"
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      leftSection={<SearchIcon size={14} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        put(currentTarget.value.trim());
      }}
    />
  );
}
