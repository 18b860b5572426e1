import type { AvailableActionFragment } from '../api/generated/operations.ts';
import { createStore } from '../api/store.ts';
import type { Action, ActionRecord } from './action.ts';

/** The record whose page is open, for the palette. */
export const openRecord = createStore<
  | {
      readonly record: ActionRecord;
      readonly actions: readonly Action[];
      readonly available: readonly AvailableActionFragment[];
      readonly refresh: () => void;
    }
  | undefined
>(undefined);
