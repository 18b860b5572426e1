import type { Icon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { Time } from '../ui/time.tsx';
import classes from './events.module.css';

export interface RecordEvent {
  readonly id: string;
  readonly at: string;
  readonly icon: Icon;
  readonly what: ReactNode;
  readonly note?: ReactNode;
  readonly by?: string | undefined;
}

/** What happened to a record, the newest first. */
export function Events({ events }: { readonly events: readonly RecordEvent[] }) {
  return (
    <ol className={classes.events}>
      {events.map(({ id, at, icon: Mark, what, note, by }) => (
        <li key={id}>
          <Mark />
          <div>
            <div>{what}</div>
            {note && <div>{note}</div>}
            <div className={classes.dim}>
              <Time at={at} />
              {by && ` · ${by}`}
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
