import { Badge, Button, Group, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback, useThrottledCallback } from '@mantine/hooks';
import { SearchIcon, SyncIcon } from '@primer/octicons-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useClient } from 'urql';
import type { ActionRecord } from '../actions/action.ts';
import { useEvery, useLive } from '../live/use-live.ts';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { allRows } from './all-rows.ts';
import { ColumnMenu } from './column-menu.tsx';
import { CreateButton } from './create-button.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { parameterOfText, partsOfText } from './filters.ts';
import classes from './list.module.css';
import { ListBody } from './list-body.tsx';
import type { Counts, ListDef } from './list-def.ts';
import { remember, remembered } from './memory.ts';
import { StatusTabs } from './status-tabs.tsx';
import { useAge } from './use-age.ts';
import { useListState } from './use-list-state.ts';
import { ViewMenu } from './view-menu.tsx';
import '../text/list.ts';

const SETTLE_MS = 300;
/** New records are counted this often at most. */
const GROWTH_MS = 3_000;

interface Props<Row extends ActionRecord> {
  readonly def: ListDef<Row>;
  /** Below the title, where a screen has more than its list. */
  readonly bar?: ReactNode;
}

/** One list: its address is its whole state. */
export function ListPage<Row extends ActionRecord>({ def, bar }: Props<Row>) {
  const { t } = useText();
  const client = useClient();
  const state = useListState(def);
  const { query, search, address, set } = state;
  const kept = remembered(address);
  const [isBackward, setBackward] = useState(kept?.isBackward ?? false);
  const [counts, setCounts] = useState<Counts>();
  const [shownIds, setShownIds] = useState<readonly string[]>([]);
  const [turn, setTurn] = useState(0);
  const queryKey = JSON.stringify([query, isBackward, turn]);
  // The rows belong to what is asked: another question, other rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query
  const rows = useMemo(
    () => def.rows(client, query, isBackward, kept?.isBackward === isBackward ? kept.places : undefined),
    [def, client, queryKey],
  );
  useSyncExternalStore(rows.subscribe, rows.version);
  useEffect(() => {
    rows.show(0, 0);
    return () => rows.stop();
  }, [rows]);

  const countKey = JSON.stringify([query.filter, query.search]);
  const [known, setKnown] = useState<{ readonly key: string; readonly total: number }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows come first, then their number
  const readCounts = useCallback(async () => {
    const found = await def.count(client, query);
    setCounts(found);
    // A record that ceases to match must not hide one that is new.
    const isGrowth = (before: typeof known) => before?.key === countKey && found && before.total <= found.total;
    if (found) setKnown((before) => (isGrowth(before) ? before : { key: countKey, total: found.total }));
  }, [def, client, countKey]);
  useEffect(() => {
    if (rows.isRead) void readCounts();
  }, [rows.isRead, readCounts]);

  const changed = useRef(new Set<string>());
  const reread = useDebouncedCallback(() => {
    const ids = [...changed.current];
    changed.current = new Set();
    void def.reread(client, ids, query);
    void readCounts();
  }, SETTLE_MS);
  useLive(def.live, shownIds, ({ id, event }) => {
    for (const one of event === 'REFETCH' ? shownIds : [id])
      if (one && shownIds.includes(one)) changed.current.add(one);
    if (changed.current.size > 0) reread();
  });

  const readAgain = () => {
    rows.refresh();
    setKnown(undefined);
    void readCounts();
  };
  // What is new is counted beside the rows, and moves none of them.
  const grow = useThrottledCallback(() => {
    void readCounts();
    // Nothing else tells of changes.
    if (def.live.length === 0 && shownIds.length > 0) void def.reread(client, shownIds, query);
  }, GROWTH_MS);
  useEvery(def.grows?.on, ({ event }) => {
    if (event === def.grows?.by || event === 'REFETCH') grow();
  });
  useAge(def.grows ? undefined : rows.readAt, readAgain);
  const fresh = def.grows && counts && known?.key === countKey ? counts.total - known.total : 0;
  // From the start, with other windows: the old ones end at the rows that they ended at.
  const showFresh = () => {
    const selected = remembered(address)?.selected ?? new Map<string, ActionRecord>();
    remember(address, { isBackward: false, places: [], scrollTop: 0, selected });
    setBackward(false);
    setTurn(turn + 1);
    if (counts) setKnown({ key: countKey, total: counts.total });
  };

  const tab = search[def.tabs.key] ?? '';
  const by = def.searchedBy;
  return (
    <div className={classes.page}>
      <Group justify="space-between" gap="sm" className={classes.head}>
        <Group gap="sm" wrap="nowrap">
          <Title order={1}>{t(def.title)}</Title>
          {counts && (
            <Badge variant="default" className="k-number" flex="none" aria-live="polite">
              {grouped(counts.total)}
            </Badge>
          )}
        </Group>
        <Group gap={6} wrap="nowrap">
          {fresh > 0 && (
            <Button size="xs" px={10} variant="light" leftSection={<SyncIcon />} onClick={showFresh}>
              {t('list.fresh', { n: fresh })}
            </Button>
          )}
          <ViewMenu def={def} state={state} />
          <ColumnMenu def={def} state={state} />
          {def.exported && <ExportMenu def={{ ...def, exported: def.exported }} state={state} total={counts?.total} />}
          {def.create && <CreateButton create={def.create} onMade={readAgain} />}
        </Group>
      </Group>
      {bar}
      <StatusTabs
        tabs={def.tabs}
        value={tab}
        counts={counts}
        isNarrowed={query.filter !== undefined || query.search !== undefined}
        onChange={(value) => set({ [def.tabs.key]: value })}
      />
      <div className={classes.tools}>
        {def.hasSearch !== false && (
          <SearchBox value={search.q ?? ''} onChange={(q) => set({ q })} label={t('list.search')} />
        )}
        {by && (
          <SearchBox
            value={partsOfText(search[by] ?? '').what}
            onChange={(name) => set({ [by]: parameterOfText('contains', name) })}
            label={t('list.search')}
          />
        )}
        <FilterBar def={def} state={state} />
        {counts?.sums}
      </div>
      <ListBody
        key={turn}
        def={def}
        rows={rows}
        state={state}
        total={counts?.total}
        kept={kept}
        onShown={setShownIds}
        isBackward={isBackward}
        setBackward={setBackward}
        readAgain={readAgain}
        readAll={() => allRows(def.rows(client, query, false))}
      />
    </div>
  );
}

function SearchBox(props: {
  readonly value: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(props.value);
  const settle = useDebouncedCallback(props.onChange, SETTLE_MS);
  useEffect(() => setTyped(props.value), [props.value]);
  return (
    <TextInput
      className={classes.search}
      size="sm"
      type="search"
      aria-label={props.label}
      placeholder={props.label}
      leftSection={<SearchIcon />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        settle(value.trim());
      }}
    />
  );
}
