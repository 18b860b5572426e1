import type { Icon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { Time } from '../ui/time.tsx';
import { Colleague } from './colleague.tsx';
import classes from './events.module.css';
import { newestFirst } from './newest-first.ts';

export interface RecordEvent {
  readonly id: string;
  readonly at: string;
  readonly icon: Icon;
  readonly what: ReactNode;
  readonly note?: ReactNode;
  /** Who did it: a colleague, or what else is known. */
  readonly by?: { readonly id: string; readonly name: string } | string | null | undefined;
}

/** What happened to a record, the newest first: what, who and when. Events of the same time are given with the last first. */
export function Events({ events }: { readonly events: readonly RecordEvent[] }) {
  return (
    <ol className={classes.events}>
      {newestFirst(events).map(({ id, at, icon: Mark, what, note, by }) => (
        <li key={id}>
          <Mark />
          <div>
            <div>{what}</div>
            {note && <div>{note}</div>}
            <div className={classes.dim}>
              {by && (
                <>
                  {typeof by === 'string' ? by : <Colleague admin={by} />}
                  {' · '}
                </>
              )}
              <Time at={at} />
            </div>
          </div>
        </li>
      ))}
    </ol>
  );
}
