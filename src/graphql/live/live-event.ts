import type { Runtime } from '../../domain/kernel/operation.ts';
import { type Reader, readRecords } from '../../domain/reader.ts';
import type { Happening } from './live-fields.ts';

/** Reads of live events count as those of one caller: all listeners share what is read. */
const OWNER = 'live events';
/** Fewer than an owner may have: others wait here, where nothing is refused. */
const READS_AT_ONCE = 2;

type Select = readonly string[] | undefined;

/** What is read together: records of one kind with the same fields. */
interface Batch {
  readonly reader: Reader;
  readonly select: Select;
  readonly requests: Map<string, PromiseWithResolvers<unknown>>;
}

/**
 * Reads records for the listeners of an instance, what is asked for with the same fields in one statement. What is asked for
 * while others are read waits, so a burst of changes makes larger reads and not more of them.
 */
export class LiveReads {
  /** In the order in which they were first asked for. */
  readonly #waiting = new Map<string, Batch>();
  #underWay = 0;
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** The record as it is after this call; undefined when there is none. */
  read(reader: Reader, id: string, select: Select): Promise<unknown> {
    const key = `${reader.record.name} ${select?.join()}`;
    const batch = this.#waiting.get(key) ?? { reader, select, requests: new Map() };
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

  async #readOnce({ reader, select, requests }: Batch): Promise<void> {
    const { shares, em, clock } = this.#runtime;
    const ids = [...requests.keys()];
    try {
      const read = () => readRecords(reader, em(), ids, clock.now(), select);
      const records = await shares.newRequest().read(OWNER, reader.record.name, read);
      for (const [index, id] of ids.entries()) requests.get(id)?.resolve(records[index]);
    } catch (error) {
      for (const { reject } of requests.values()) reject(error);
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
