// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are no <tr>, so the roles are given
// biome-ignore-all lint/a11y/useFocusableInteractive: what is in a cell has the focus, not the cell
import { Button, Checkbox } from '@mantine/core';
import { TriangleDownIcon, TriangleUpIcon } from '@primer/octicons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { ActionRecord } from '../actions/action.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { MAX_SELECTED } from './all-rows.ts';
import { EmptyList } from './empty-list.tsx';
import { useLayout } from './layout.ts';
import { leftBy } from './left.ts';
import classes from './list.module.css';
import type { Column, ListDef } from './list-def.ts';
import { Row } from './row.tsx';
import { useRowKeys } from './row-keys.ts';
import type { ListState } from './use-list-state.ts';
import type { Rows as RowsOf } from './windows.ts';
import '../text/list.ts';

const AHEAD = 20;

interface Props<Row extends ActionRecord> {
  readonly def: ListDef<Row>;
  readonly rows: RowsOf<Row>;
  readonly state: ListState;
  readonly total: number | undefined;
  readonly selected: ReadonlyMap<string, ActionRecord>;
  readonly toggle: (row: ActionRecord) => void;
  readonly setSelected: (selected: ReadonlyMap<string, ActionRecord>) => void;
  readonly startAt: number;
  /** The row that had the focus when the list was left. */
  readonly current: string | undefined;
  readonly onCurrent: (id: string) => void;
  readonly onScrolled: (scrollTop: number) => void;
  readonly onShown: (ids: readonly string[]) => void;
  readonly isBackward: boolean;
  readonly setBackward: (isBackward: boolean) => void;
}

/** The rows on the screen, of as many as there are. Rows that are placed one by one are no `<tr>`, so the roles of a table are given. */
export function Rows<One extends ActionRecord>(props: Props<One>) {
  const { def, rows, state, total, selected, toggle, setSelected, startAt, onScrolled, onShown, isBackward } = props;
  const { t } = useText();
  const { density } = useViewer().preferences;
  const isChosen = hasBulk(def);
  const { lines, isNarrow, height, headHeight, width, style } = useLayout(def, state, isChosen);
  const isLeft = useMemo(() => leftBy(def.filters, state.search), [def, state.search]);
  const scroller = useRef<HTMLDivElement>(null);
  const waiting = rows.hasMore && !rows.problem ? AHEAD : 0;
  const length = rows.length;
  const virtual = useVirtualizer({
    count: length + waiting,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
    initialOffset: startAt,
    // The head lies over what scrolls.
    scrollPaddingEnd: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured again
  useLayoutEffect(() => virtual.measure(), [height]);
  const items = virtual.getVirtualItems();
  const offset = isBackward ? waiting : 0;
  const first = (items[0]?.index ?? 0) - offset;
  const last = (items.at(-1)?.index ?? 0) - offset;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows are there when the length changes
  useEffect(() => rows.show(Math.max(first, isBackward ? -AHEAD : 0), last), [rows, first, last, length, isBackward]);

  // Backward windows arrive above the screen: what is on it stays where it is. The first one is shown from its end.
  const before = useRef(0);
  useLayoutEffect(() => {
    if (isBackward && scroller.current && length > before.current)
      scroller.current.scrollTop += before.current === 0 ? length * height * 2 : (length - before.current) * height;
    before.current = isBackward ? length : 0;
  }, [isBackward, length, height]);

  const between = (from: number, to: number) =>
    Array.from({ length: Math.abs(to - from) + 1 }, (_, step) => Math.min(from, to) + step).flatMap(
      (index) => rows.row(index - offset) ?? [],
    );
  const keys = useRowKeys({
    virtual,
    height,
    startAt: props.current,
    onCurrent: props.onCurrent,
    onExtend: (from, to) => isChosen && setSelected(withRows(selected, between(from, to))),
  });
  const anchor = useRef<number>(undefined);
  function choose(row: One, index: number, isRange: boolean) {
    const from = anchor.current;
    anchor.current = index;
    if (!isRange || from === undefined) return toggle(row);
    const range = between(from, index);
    const others = new Map(selected);
    for (const { id } of range) others.delete(id);
    setSelected(selected.has(row.id) ? others : withRows(selected, range));
  }

  const latest = useRef(choose);
  useLayoutEffect(() => {
    latest.current = choose;
  });
  // The same for all time, so that a choice draws one row and not all.
  const onChoose = useCallback((row: One, index: number, isRange: boolean) => latest.current(row, index, isRange), []);

  const ids = items.flatMap(({ index }) => rows.row(index - offset)?.id ?? []);
  const idKey = ids.join();
  useEffect(() => onShown(idKey === '' ? [] : idKey.split(',')), [idKey, onShown]);

  if (rows.problem && length === 0)
    return <ProblemState problem={rows.problem} onRetry={() => rows.refresh()} isPart />;
  if (rows.isRead && length === 0) return <EmptyList def={def} state={state} onMade={() => rows.refresh()} />;

  const loaded = rows.loaded.slice(0, MAX_SELECTED);
  const isAll = loaded.length > 0 && loaded.every(({ id }) => selected.has(id));
  return (
    <>
      {rows.problem && <ProblemAlert problem={rows.problem} />}
      <div
        ref={scroller}
        className={classes.scroller}
        onScroll={({ currentTarget }) => onScrolled(currentTarget.scrollTop)}
        data-testid="rows"
        data-density={density}
      >
        <div
          role="table"
          aria-label={t(def.title)}
          aria-rowcount={total ?? -1}
          aria-busy={!rows.isRead}
          // Rows are as wide as what is scrolled, not as what is seen of it.
          style={{ position: 'relative', minWidth: width, height: virtual.getTotalSize() + headHeight }}
        >
          <div role="rowgroup" className={classes.headRow}>
            <div
              role="row"
              className={classes.row}
              style={{ ...style, height: headHeight }}
              data-narrow={isNarrow || undefined}
            >
              {isChosen && (
                <div role="columnheader" className={classes.check}>
                  <Checkbox
                    size="xs"
                    aria-label={t('list.selectLoaded')}
                    title={t('list.selectLoaded')}
                    checked={isAll}
                    indeterminate={!isAll && selected.size > 0}
                    onChange={() => setSelected(isAll ? new Map() : withRows(selected, loaded))}
                  />
                </div>
              )}
              {lines.map((columns) => (
                <div key={columns[0]?.key} className={classes.line}>
                  {columns.map((column) => (
                    <Heading key={column.key} column={column} state={state} />
                  ))}
                </div>
              ))}
            </div>
          </div>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the link of the row */}
          <div role="rowgroup" {...keys} onClick={openRow}>
            {items.map(({ index, start }) => {
              const row = rows.row(index - offset);
              return (
                <Row
                  key={row?.id ?? `waiting ${index}`}
                  row={row}
                  index={index}
                  start={start}
                  lines={lines}
                  isNarrow={isNarrow}
                  style={style}
                  height={height}
                  place={isBackward ? undefined : index + 2}
                  isSelected={row !== undefined && selected.has(row.id)}
                  isLeft={row !== undefined && isLeft(row)}
                  choose={isChosen ? onChoose : undefined}
                />
              );
            })}
          </div>
        </div>
      </div>
      <Foot {...props} />
    </>
  );
}

/** A click on a row opens its record, as the link in it does; one that selects a text, or that meets something else, does not. */
function openRow({ target }: MouseEvent) {
  if (!(target instanceof Element) || target.closest('a, button, input, [data-check]')) return;
  if (getSelection()?.isCollapsed === false) return;
  target.closest('[data-row]')?.querySelector<HTMLElement>('a[href]')?.click();
}

const withRows = (selected: ReadonlyMap<string, ActionRecord>, rows: readonly ActionRecord[]) =>
  new Map([...selected, ...rows.map(({ id, revision, name }) => [id, { id, revision, name }] as const)]);

function Heading<Row>({ column, state }: { readonly column: Column<Row>; readonly state: ListState }) {
  const { t } = useText();
  const { sort, isBegun, set } = state;
  const isSorted = sort.field === column.sort;
  const name = t(column.label);
  const direction = sort.direction === 'DESC' ? 'descending' : 'ascending';
  const next = isSorted && sort.direction === 'ASC' ? `-${column.sort}` : (column.sort ?? '');
  return (
    <div
      role="columnheader"
      className={classes.heading}
      data-number={column.isNumber || undefined}
      aria-sort={isSorted ? direction : undefined}
    >
      {column.sort ? (
        <button
          type="button"
          title={t('list.sortBy', { name })}
          onClick={() => set({ sort: isSorted && sort.direction === 'DESC' && !isBegun ? '' : next })}
        >
          {name}
          {isSorted && (sort.direction === 'DESC' ? <TriangleDownIcon /> : <TriangleUpIcon />)}
        </button>
      ) : (
        name
      )}
    </div>
  );
}

/** Where nothing is done with many records, none is chosen. */
const hasBulk = ({ actions }: Pick<ListDef<never>, 'actions'>) => actions.some(({ isBulk }) => isBulk);

function Foot<Row extends ActionRecord>({ def, total, isBackward, setBackward }: Props<Row>) {
  const { t } = useText();
  return (
    <div className={classes.foot}>
      <span className="k-number">{total !== undefined && t('list.count', { n: total })}</span>
      <span className={classes.keys}>{t(hasBulk(def) ? 'list.keys' : 'list.rowKeys')}</span>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setBackward(!isBackward)}>
        {isBackward ? t('list.toStart') : t('list.toEnd')}
      </Button>
    </div>
  );
}
