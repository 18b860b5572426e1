import type { ActionRecord } from '../actions/action.ts';
import type { Places } from './windows.ts';

/** What of a list is not in its address: where it was scrolled to, what was selected, and which row had the focus. */
export interface Memory {
  readonly isBackward: boolean;
  readonly places: Places;
  readonly scrollTop: number;
  readonly selected: ReadonlyMap<string, ActionRecord>;
  /** The row that the focus was in. */
  readonly current?: string | undefined;
}

const lists = new Map<string, Memory>();

/** For whoever goes back to the address, in this page. */
export const remember = (address: string, memory: Memory): void => void lists.set(address, memory);

export const remembered = (address: string): Memory | undefined => lists.get(address);
