import { useEffect, useRef } from 'react';

/** Reads again when the window gets the focus: for what no events are sent of. */
export function useReadOnFocus(readAgain: () => void): void {
  const latest = useRef(readAgain);
  latest.current = readAgain;
  useEffect(() => {
    const read = () => latest.current();
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);
}
