import type { ReactNode } from 'react';
import { grouped } from '../text/triple.ts';
import { type Tone, ToneBadge } from '../ui/tone-badge.tsx';
import classes from './today.module.css';

interface Props {
  readonly title: string;
  readonly tone: Tone;
  readonly count: number;
  readonly children: ReactNode;
}

/** Records that wait for the same; nothing where there is none. */
export function Group({ title, tone, count, children }: Props) {
  if (count === 0) return null;
  return (
    <div className={classes.group}>
      <h3>
        {title} <ToneBadge tone={tone}>{grouped(count)}</ToneBadge>
      </h3>
      <ul>{children}</ul>
    </div>
  );
}
