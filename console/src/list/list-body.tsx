import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionRecord } from '../actions/action.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { ListDef } from './list-def.ts';
import { type Memory, remember } from './memory.ts';
import { Rows } from './rows.tsx';
import type { ListState } from './use-list-state.ts';
import type { Rows as RowsOf } from './windows.ts';

interface Props<Row extends ActionRecord> {
  readonly def: ListDef<Row>;
  readonly rows: RowsOf<Row>;
  readonly state: ListState;
  readonly total: number | undefined;
  /** How the list was left. */
  readonly kept: Memory | undefined;
  readonly onShown: (ids: readonly string[]) => void;
  readonly isBackward: boolean;
  readonly setBackward: (isBackward: boolean) => void;
  readonly readAgain: () => void;
  readonly readAll: () => Promise<readonly ActionRecord[]>;
}

/** The rows of a list with what is selected of them, which nothing above them depends on. */
export function ListBody<Row extends ActionRecord>(props: Props<Row>) {
  const { def, rows, state, total, kept, isBackward, readAgain, readAll } = props;
  const { address } = state;
  const [selected, setSelected] = useState<ReadonlyMap<string, ActionRecord>>(kept?.selected ?? new Map());
  const toggle = (row: ActionRecord) => {
    const next = new Map(selected);
    if (!next.delete(row.id)) next.set(row.id, { id: row.id, revision: row.revision, name: row.name });
    setSelected(next);
  };
  const place = useRef({ scrollTop: kept?.scrollTop ?? 0, current: kept?.current });
  const keep = useCallback(
    (changed: Partial<typeof place.current>) => {
      place.current = { ...place.current, ...changed };
      remember(address, { isBackward, places: rows.places, selected, ...place.current });
    },
    [address, isBackward, rows, selected],
  );
  useEffect(() => keep({}), [keep]);
  return (
    <>
      <Rows
        def={def}
        rows={rows}
        state={state}
        total={total}
        selected={selected}
        toggle={toggle}
        setSelected={setSelected}
        startAt={kept?.scrollTop ?? 0}
        onScrolled={(scrollTop) => keep({ scrollTop })}
        current={kept?.current}
        onCurrent={(current) => keep({ current })}
        onShown={props.onShown}
        isBackward={isBackward}
        setBackward={props.setBackward}
      />
      {selected.size > 0 && (
        <BulkBar
          actions={def.actions}
          selected={selected}
          latest={(record) => rows.find(({ id }) => id === record.id) ?? record}
          setSelected={setSelected}
          total={total}
          readAll={readAll}
          onDone={readAgain}
        />
      )}
    </>
  );
}
