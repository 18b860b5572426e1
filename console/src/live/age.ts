import { createStore } from '../api/store.ts';

/** Of a screen that hears of no changes: when it was read, as it writes times (the frame comes without what that takes), and what reads it again. */
export interface Age {
  readonly time: string;
  readonly readAgain: () => void;
}

export const age = createStore<Age | undefined>(undefined);
