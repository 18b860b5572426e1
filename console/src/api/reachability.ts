import { createStore } from './store.ts';

/** Whether the service answered the last request. */
export const reachability = createStore(true);

/** Follows what the browser knows of its network, which is sooner than the next request. */
export function followNetwork(): void {
  window.addEventListener('offline', () => reachability.set(false));
  window.addEventListener('online', () => reachability.set(true));
}
