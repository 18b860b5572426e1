import type { ReactNode } from 'react';
import classes from './tone.module.css';

/** What a person has to think of a status. */
export type ToneName = 'good' | 'calm' | 'care' | 'bad' | 'still';

/** A status as a word on its colour. */
export function Tone({ tone, children }: { readonly tone: ToneName; readonly children: ReactNode }) {
  return (
    <span className={classes.tone} data-tone={tone}>
      {children}
    </span>
  );
}
