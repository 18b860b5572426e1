import { mayHaveMatched } from '../../domain/live-filter.ts';
import type { LiveEvent, LivePart } from './live-event.ts';
import type { LiveField, RecordEvent } from './live-fields.ts';

/** An event as the subscriptions with one document show it. */
export interface ShownEvent {
  /** Undefined for REFETCH. */
  readonly recordEvent: RecordEvent | undefined;
  /** Whether the record exists and matches the filter. */
  readonly matches: boolean;
  /** The part of the record that the document selects; null when there is none that matches. */
  record(): Promise<unknown>;
}

/**
 * Finds out whether an event concerns a filter. PostgreSQL decides that in the statement that reads the record.
 * @returns undefined if the record does not match and cannot have matched before
 */
export async function shownEventOf(
  { reader }: LiveField,
  part: LivePart,
  event: LiveEvent,
  now: Date,
): Promise<ShownEvent | undefined> {
  const { recordEvent } = event;
  const record = () => event.record(reader, part);
  if (!recordEvent || !part.filter) {
    return { recordEvent, matches: recordEvent !== undefined && recordEvent.event !== 'DELETED', record };
  }
  const found = await record();
  if (found === null && !mayHaveLeft(recordEvent)) return undefined;
  return { recordEvent, matches: found !== null, record: async () => found };

  function mayHaveLeft({ event: name, columns }: RecordEvent): boolean {
    if (name === 'DELETED') return true;
    // A new record matched nothing before; PROGRESS, ONLINE and OFFLINE change nothing of the record itself.
    return name === 'UPDATED' && mayHaveMatched(reader, part.filter, columns, now);
  }
}
