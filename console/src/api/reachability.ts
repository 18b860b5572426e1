import { createStore } from './store.ts';

/** Whether the service answered the last request. */
export const reachability = createStore(true);
