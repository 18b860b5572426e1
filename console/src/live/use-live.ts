import { useEffect, useRef } from 'react';
import { type LiveEvent, listen, type Want } from './live.ts';

/** Calls back for each event of the records. */
export function useLive(
  subscriptions: readonly Want['subscription'][],
  ids: readonly string[],
  onEvent: (event: LiveEvent) => void,
) {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const key = ids.join();
  const names = subscriptions.join();
  useEffect(() => {
    if (key === '' || names === '') return undefined;
    const ends = names.split(',').map((subscription) =>
      listen({ subscription: subscription as Want['subscription'], ids: key.split(',') }, (event) => {
        if (event.subscription === subscription) latest.current(event);
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [key, names]);
}

/** Calls back for each event of any record, also of new ones. @param subscription undefined: for none */
export function useEvery(subscription: Want['subscription'] | undefined, onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => {
    if (!subscription) return undefined;
    return listen({ subscription, ids: [] }, (event) => {
      if (event.subscription === subscription) latest.current(event);
    });
  }, [subscription]);
}
