import type { ActionRecord } from '../actions/action.ts';
import type { Rows } from './windows.ts';

/** The most records that are selected at once. */
export const MAX_SELECTED = 1_000;

/** Reads a list from its start, window by window, up to MAX_SELECTED rows; what could be read when one fails. */
export function allRows<Row extends ActionRecord>(rows: Rows<Row>): Promise<readonly ActionRecord[]> {
  const found = new Map<number, ActionRecord>();
  return new Promise((resolve) => {
    const step = () => {
      const { length } = rows;
      for (let index = found.size; index < Math.min(length, MAX_SELECTED); index += 1) {
        const row = rows.row(index);
        if (!row) break;
        found.set(index, { id: row.id, revision: row.revision, name: row.name });
      }
      const isOver = rows.problem !== undefined || !rows.hasMore || found.size >= MAX_SELECTED;
      if (!isOver) return rows.show(length, length);
      end();
      rows.stop();
      return resolve([...found.values()]);
    };
    const end = rows.subscribe(step);
    rows.show(0, 0);
  });
}
