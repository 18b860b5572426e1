import { useEffect, useRef } from 'react';
import { age } from '../live/age.ts';
import { useTimes } from '../ui/time.tsx';

/** Says beside the state of the live events how old a list is that hears of none. @param at undefined: it was not read yet, or hears of them */
export function useAge(at: string | undefined, readAgain: () => void): void {
  const latest = useRef(readAgain);
  latest.current = readAgain;
  const times = useTimes();
  const time = at && times.time(at);
  useEffect(() => {
    if (!time) return undefined;
    age.set({ time, readAgain: () => latest.current() });
    return () => age.set(undefined);
  }, [time]);
}
