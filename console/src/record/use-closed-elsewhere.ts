import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Closes a form at another address: it belongs to its screen. */
export function useClosedElsewhere(onClose: () => void): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const first = useRef(path);
  useEffect(() => {
    if (path !== first.current) onClose();
  }, [path, onClose]);
}
