import { useEffect, useRef } from 'react';
import { type LiveEvent, listen } from '../live/live.ts';

/** Calls back for each event of any preorder, also of new ones. */
export function useEveryChange(onEvent: (event: LiveEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(
    () =>
      listen({ subscription: 'preorderChanged', ids: [] }, (event) => {
        if (event.subscription === 'preorderChanged') latest.current(event);
      }),
    [],
  );
}
