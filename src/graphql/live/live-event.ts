import type { Runtime } from '../../domain/kernel/operation.ts';
import { type Reader, readRecords } from '../../domain/reader.ts';
import type { Happening } from './live-fields.ts';

/** Reads of live events count as those of one caller, whoever listens: what is read for one is shown to all. */
const OWNER = 'live events';

type Select = readonly string[] | undefined;

/** What is read together: records of one kind with the same fields. */
interface Batch {
  readonly reader: Reader;
  readonly select: Select;
  waiting: Map<string, PromiseWithResolvers<unknown>>;
  isReading: boolean;
}

/**
 * Reads records for the listeners of an instance: one statement at a time for each kind and selection. What is asked for
 * while it is under way comes with the next one, so a burst of changes makes larger reads and not more of them.
 */
export class LiveReads {
  readonly #batches = new Map<string, Batch>();
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** The record as it is after this call; undefined when there is none. */
  read(reader: Reader, id: string, select: Select): Promise<unknown> {
    const key = `${reader.record.name} ${select?.join()}`;
    const batch = this.#batches.get(key) ?? { reader, select, waiting: new Map(), isReading: false };
    this.#batches.set(key, batch);
    const known = batch.waiting.get(id);
    if (known) return known.promise;
    const asked = Promise.withResolvers<unknown>();
    batch.waiting.set(id, asked);
    if (!batch.isReading) {
      batch.isReading = true;
      // After all listeners of the event have asked.
      setImmediate(() => void this.#readAll(key, batch));
    }
    return asked.promise;
  }

  async #readAll(key: string, batch: Batch): Promise<void> {
    while (batch.waiting.size > 0) {
      const asked = batch.waiting;
      batch.waiting = new Map();
      await this.#readOnce(batch, asked);
    }
    this.#batches.delete(key);
  }

  async #readOnce({ reader, select }: Batch, asked: Batch['waiting']): Promise<void> {
    const { shares, em, clock } = this.#runtime;
    const ids = [...asked.keys()];
    try {
      const read = () => readRecords(reader, em(), ids, clock.now(), select);
      const records = await shares.newRequest().read(OWNER, reader.record.name, read);
      for (const [index, id] of ids.entries()) asked.get(id)?.resolve(records[index]);
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }
}

/** One happening, as it is shown to each listener of an instance; the first one reads its record. */
export class LiveEvent {
  readonly happening: Happening | undefined;
  readonly #reads: LiveReads;
  readonly #records = new Map<string, Promise<unknown>>();

  /** @param happening undefined: changes may have been missed */
  constructor(reads: LiveReads, happening?: Happening) {
    this.#reads = reads;
    this.happening = happening;
  }

  /** The record, read after the happening; null when there is none. */
  async record(reader: Reader, select: Select): Promise<unknown> {
    const { event, id } = this.happening ?? {};
    if (!id || event === 'DELETED') return null;
    const key = select?.join() ?? '';
    let record = this.#records.get(key);
    if (!record) {
      record = this.#reads.read(reader, id, select);
      this.#records.set(key, record);
      // The next listener may have more luck.
      record.catch(() => this.#records.delete(key));
    }
    return (await record) ?? null;
  }
}
