import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

export type Tone = 'good' | 'calm' | 'care' | 'bad' | 'still';

/** A state in a word, with what a person has to think of it. */
export function ToneBadge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
