import { createStore } from './store.ts';

/** Whether the service answered the last request. */
export const reachability = createStore(true);

// The browser knows sooner than the next request.
window.addEventListener('offline', () => reachability.set(false));
window.addEventListener('online', () => reachability.set(true));
