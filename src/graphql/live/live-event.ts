import { LRUCache } from 'lru-cache';
import type { Runtime } from '../../domain/kernel/operation.ts';
import { type ById, type Reader, readRecords, timesIn } from '../../domain/reader.ts';
import type { RecordEvent } from './live-fields.ts';
import { LIVE_CALLER } from './live-rights.ts';

/** Fewer than the database share of one caller allows: further reads wait here instead of being rejected. */
const READS_AT_ONCE = 2;
/** A record is cached for listeners that show the event soon; later listeners read it again. */
const KEPT_RECORDS = 1_000;
const KEPT_MS = 1_000;

/** The part of a record that a subscription reads, and the condition under which it does. */
export interface LivePart extends ById {
  /** Equal for equal parts. */
  readonly key: string;
}

/** A batch of reads: the same part of records of one kind. */
interface Batch {
  readonly reader: Reader;
  readonly part: LivePart;
  readonly requests: Map<string, PromiseWithResolvers<unknown>>;
}

/**
 * Reads records for the listeners of an instance, those with the same fields in one statement. Requests that arrive during a
 * read wait, so a burst of changes makes larger reads and not more of them.
 */
export class LiveReads {
  /** In the order of their first requests. */
  readonly #waiting = new Map<string, Batch>();
  readonly #kept = new LRUCache<string, Promise<unknown>>({ max: KEPT_RECORDS, ttl: KEPT_MS });
  #underWay = 0;
  #lastEvent = 0;
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Another number for each event. */
  nextEvent(): number {
    this.#lastEvent += 1;
    return this.#lastEvent;
  }

  /** The record of an event, read after it; undefined when there is none that matches. */
  recordOf(event: number, reader: Reader, id: string, part: LivePart): Promise<unknown> {
    const key = `${event} ${reader.record.name} ${part.key}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const record = this.#read(reader, id, part);
    this.#kept.set(key, record, { ttl: 0 });
    record.then(
      () => this.#kept.set(key, record),
      // The next listener may have more luck.
      () => this.#kept.delete(key),
    );
    return record;
  }

  /** The record as it is after this call; undefined when there is none that matches. */
  #read(reader: Reader, id: string, part: LivePart): Promise<unknown> {
    const key = `${reader.record.name} ${part.key}`;
    const batch = this.#waiting.get(key) ?? { reader, part, requests: new Map() };
    this.#waiting.set(key, batch);
    const request = batch.requests.get(id) ?? Promise.withResolvers<unknown>();
    batch.requests.set(id, request);
    // After all listeners of the event have asked.
    if (this.#underWay < READS_AT_ONCE) setImmediate(() => void this.#readNext());
    return request.promise;
  }

  async #readNext(): Promise<void> {
    const [next] = this.#waiting;
    if (!next || this.#underWay >= READS_AT_ONCE) return;
    const [key, batch] = next;
    this.#waiting.delete(key);
    this.#underWay += 1;
    await this.#readOnce(batch);
    this.#underWay -= 1;
    void this.#readNext();
  }

  async #readOnce({ reader, part, requests }: Batch): Promise<void> {
    const { shares, em, clock, settings } = this.#runtime;
    const ids = [...requests.keys()];
    try {
      const now = clock.now();
      const filter = timesIn(part.filter, reader, now, settings);
      const read = () => readRecords(reader, em(), ids, now, { ...part, filter });
      const records = await shares.newRequest().read(LIVE_CALLER, reader.record.name, read);
      for (const [index, id] of ids.entries()) requests.get(id)?.resolve(records[index]);
    } catch (error) {
      for (const { reject } of requests.values()) reject(error);
    }
  }
}

/** An event for the listeners of an instance. The first listener that shows it reads the record; the others share it. */
export class LiveEvent {
  readonly recordEvent: RecordEvent | undefined;
  /** No other event of this instance has it. */
  readonly number: number;
  readonly #reads: LiveReads;
  readonly #paid = new Set<string>();

  /** @param recordEvent undefined for REFETCH: changes may have been missed */
  constructor(reads: LiveReads, recordEvent?: RecordEvent) {
    this.#reads = reads;
    this.number = reads.nextEvent();
    this.recordEvent = recordEvent;
  }

  /** Whether something was asked about before; from now on it was. */
  isPaid(what: string): boolean {
    const isPaid = this.#paid.has(what);
    this.#paid.add(what);
    return isPaid;
  }

  /** The record as it is after the event; null when there is none that matches. */
  async record(reader: Reader, part: LivePart): Promise<unknown> {
    const { event, id } = this.recordEvent ?? {};
    if (!id || event === 'DELETED') return null;
    return (await this.#reads.recordOf(this.number, reader, id, part)) ?? null;
  }
}
