import { currentWork, type Work } from '../../model/work.ts';

/** Thrown at once when the queue is full. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

export interface BatchOptions<Item, Result> {
  /** Processes a whole batch; returns one result for each item, in their order. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * True for a failure that does not depend on the items (the database is unavailable), so that splitting the batch is
   * useless.
   */
  readonly concernsAll: (error: unknown) => boolean;
  /** Maximum items in a batch. */
  readonly maxItems: number;
  /** Maximum items that wait for the next batch. */
  readonly maxWaiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly work: Work | undefined;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches calls for single items: calls that arrive while a batch is processed form the next batches. A failed batch is
 * retried in halves, down to the single item, so that one bad item fails alone.
 * @returns the call; it settles when its item is processed, and rejects with TooManyWaiting when the queue is full
 */
export function batched<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let working = false;

  async function workOff(): Promise<void> {
    // The first batch takes all items that arrived together.
    let before = waiting.length;
    while (waiting.length > 0) {
      // Half of all items in flight: callers that repeat at once then form two alternating batches of equal size, and
      // the results of one are sent while the other is processed. Taking all waiting items would produce one large and
      // one small batch.
      const size = Math.min(Math.ceil((before + waiting.length) / 2), options.maxItems);
      const batch = waiting.slice(0, size);
      waiting = waiting.slice(size);
      before = batch.length;
      await settle(batch, options);
    }
    working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) {
        reject(new TooManyWaiting('too many calls wait for the next batch'));
        return;
      }
      waiting.push({ item, work: currentWork.getStore(), resolve, reject });
      if (working) return;
      working = true;
      // Runs after all readable sockets were read, so that requests that arrived together share a batch.
      setImmediate(workOff);
    });
}

/** What a batch does belongs to all of its callers; the chain of batches would attribute it to the one who began it. */
function workOf(batch: readonly Pick<Waiting<unknown, unknown>, 'work'>[]): Work | undefined {
  const [first, ...others] = batch.flatMap(({ work }) => work ?? []);
  return others.length > 0 ? first?.with(others) : first;
}

async function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  options: BatchOptions<Item, Result>,
): Promise<void> {
  try {
    const results = await currentWork.run(workOf(batch), () => options.work(batch.map(({ item }) => item)));
    if (results.length !== batch.length) throw new Error('a batch must give one result for each item');
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (batch.length === 1 || options.concernsAll(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    const half = Math.ceil(batch.length / 2);
    await settle(batch.slice(0, half), options);
    await settle(batch.slice(half), options);
  }
}
