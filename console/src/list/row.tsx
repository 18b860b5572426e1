// biome-ignore-all lint/a11y/useSemanticElements: rows that are placed one by one are no <tr>, so the roles are given
// biome-ignore-all lint/a11y/useFocusableInteractive: what is in a cell has the focus, not the cell
import { type CSSProperties, useMemo } from 'react';
import type { ActionRecord } from '../actions/action.ts';
import { useText } from '../text/index.tsx';
import type { Layout } from './layout.ts';
import classes from './list.module.css';
import type { Shown } from './shown.ts';
import '../text/list.ts';

interface Props<Row extends ActionRecord> {
  /** Undefined while it is read. */
  readonly row: Row | undefined;
  readonly index: number;
  readonly start: number;
  readonly lines: Layout<Row>['lines'];
  readonly isNarrow: boolean;
  readonly style: CSSProperties;
  readonly height: number;
  /** Its place among all rows, where it is known. */
  readonly place: number | undefined;
  readonly isSelected: boolean;
  /** It no longer matches what the list is asked for. */
  readonly isLeft: boolean;
  /** What its box does; undefined where nothing is done with many records. */
  readonly choose: ((row: Row, index: number, isRange: boolean) => void) | undefined;
}

/**
 * One row of a list. It is drawn again when it changes, and not when another one is selected. Its box is the browser's own: that of the kit takes a slow machine as long as the rest
 * of the row.
 */
export function Row<One extends ActionRecord>(props: Props<One>) {
  const { row, index, start, lines, isNarrow, style, height, place, isSelected, isLeft, choose } = props;
  const { t } = useText();
  return useMemo(
    () => (
      <div
        role="row"
        aria-rowindex={place}
        aria-busy={row ? undefined : true}
        aria-selected={row ? isSelected : undefined}
        className={classes.row}
        data-selected={isSelected || undefined}
        data-left={isLeft || undefined}
        title={isLeft ? t('list.left') : undefined}
        style={{ ...style, height, transform: `translateY(${start}px)` }}
        data-place={index}
        data-row={row?.id}
        data-body
        data-narrow={isNarrow || undefined}
      >
        {choose && (
          <div role="cell" className={classes.check} data-check>
            {row && (
              <input
                type="checkbox"
                className={classes.box}
                aria-label={t('list.select', { name: row.name })}
                checked={isSelected}
                onChange={({ nativeEvent }) =>
                  choose(row, index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                }
              />
            )}
          </div>
        )}
        {lines.map((columns) => (
          <div key={columns[0]?.key} className={classes.line}>
            {columns.map(({ key, cell, isNumber }) => (
              <div role="cell" key={key} className={classes.cell} data-number={isNumber || undefined}>
                {row ? cell(row as Shown<One>) : <div className={classes.waiting} />}
              </div>
            ))}
          </div>
        ))}
      </div>
    ),
    [row, index, start, lines, isNarrow, style, height, place, isSelected, isLeft, choose, t],
  );
}
