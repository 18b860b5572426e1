/** Thrown at once when so many calls wait already that one more would only wait in vain. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

export interface GroupOptions<Item, Result> {
  /** Does the work of a whole group at once; gives one result for each item, in their order. */
  readonly work: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a failure has nothing to do with the items (the database is away), so that trying them apart is no use. */
  readonly concernsAll: (error: unknown) => boolean;
  /** Items in one group. */
  readonly maxGroup: number;
  /** Items that wait for the next group. */
  readonly maxWaiting: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns work on many items into a call for one: calls that arrive while a group is at work make up the next groups.
 * A failed group is tried again in halves, down to the single item, so that one poisoned item fails alone.
 * @returns the call; it settles when the work on its item is done, and rejects with TooManyWaiting when too many wait
 */
export function inGroups<Item, Result>(options: GroupOptions<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let working = false;

  async function workOff(): Promise<void> {
    // The first group takes all that arrived together.
    let before = waiting.length;
    while (waiting.length > 0) {
      // Half of what is under way, so that callers who ask again at once stay in two groups of one size that take turns:
      // while one is at work, the other's results go out. All that waits would let them fall into a large and a small one.
      const size = Math.min(Math.ceil((before + waiting.length) / 2), options.maxGroup);
      const group = waiting.slice(0, size);
      waiting = waiting.slice(size);
      before = group.length;
      await settle(group, options);
    }
    working = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) {
        reject(new TooManyWaiting('too many calls wait for the next group'));
        return;
      }
      waiting.push({ item, resolve, reject });
      if (working) return;
      working = true;
      // After every socket that has something to read was read: requests that arrived together go together.
      setImmediate(workOff);
    });
}

async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  options: GroupOptions<Item, Result>,
): Promise<void> {
  try {
    const results = await options.work(group.map(({ item }) => item));
    if (results.length !== group.length) throw new Error('a group must give one result for each item');
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
  } catch (error) {
    if (group.length === 1 || options.concernsAll(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    const half = Math.ceil(group.length / 2);
    await settle(group.slice(0, half), options);
    await settle(group.slice(half), options);
  }
}
