import { setImmediate as turn } from 'node:timers/promises';
import { batched, TooManyWaiting } from '../../src/persistence/sql/batching.ts';

const AWAY = new Error('the database is away');

function doubling(
  options: { maxItems?: number; maxWaiting?: number; poison?: readonly number[]; away?: () => boolean } = {},
) {
  const groups: number[][] = [];
  const call = batched<number, number>({
    maxItems: options.maxItems ?? 512,
    maxWaiting: options.maxWaiting ?? 10_000,
    concernsAll: (error) => error === AWAY,
    work: async (items) => {
      groups.push([...items]);
      // Longer than a caller needs to call again.
      for (let turns = 0; turns < 10; turns += 1) await turn();
      if (options.away?.()) throw AWAY;
      const poisoned = items.find((item) => options.poison?.includes(item));
      if (poisoned !== undefined) throw new Error(`poisoned by ${poisoned}`);
      return items.map((item) => item * 2);
    },
  });
  return { groups, call };
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

describe('batched calls', () => {
  it('batched calls that arrive together share a batch, and each gets its own result', async () => {
    const { groups, call } = doubling();
    expect(await Promise.all(numbers(1, 100).map(call))).toEqual(numbers(1, 100).map((item) => item * 2));
    expect(groups).toEqual([numbers(1, 100)]);
  });

  it('batched calls that arrive while a batch is processed form the next batches, each of half of all items in flight', async () => {
    const { groups, call } = doubling();
    const first = call(1);
    while (groups.length === 0) await turn();
    const others = numbers(2, 50).map(call);
    await Promise.all([first, ...others]);
    expect(groups).toEqual([[1], numbers(2, 26), numbers(27, 50)]);
  });

  it('batched calls of repeating callers settle into two batches of equal size', async () => {
    const { groups, call } = doubling();
    const callAgain = async (item: number) => {
      for (let times = 0; times < 20; times += 1) {
        await call(item);
        // An answer goes out and the next request comes in.
        await turn();
      }
    };
    const few = numbers(1, 4).map(callAgain);
    while (groups.length === 0) await turn();
    await Promise.all([...few, ...numbers(5, 64).map(callAgain)]);
    expect(groups.slice(5, 30).map(({ length }) => length)).toEqual(Array(25).fill(32));
  });

  it('batched calls never form a batch larger than the maximum', async () => {
    const { groups, call } = doubling({ maxItems: 10 });
    await Promise.all(numbers(1, 25).map(call));
    expect(groups.map(({ length }) => length)).toEqual([10, 10, 5]);
  });

  it('batched calls fail alone if their item is bad', async () => {
    const { call } = doubling({ poison: [7, 64] });
    const results = await Promise.allSettled(numbers(1, 64).map(call));
    const failed = results.flatMap(({ status }, index) => (status === 'rejected' ? [index + 1] : []));
    expect(failed).toEqual([7, 64]);
    expect(results[7]).toEqual({ status: 'fulfilled', value: 16 });
  });

  it('batched calls fail together, without splitting the batch, if the failure does not depend on the items', async () => {
    let away = true;
    const { groups, call } = doubling({ away: () => away });
    const results = await Promise.allSettled(numbers(1, 64).map(call));
    expect(results).toEqual(Array(64).fill({ status: 'rejected', reason: AWAY }));
    expect(groups).toHaveLength(1);
    away = false;
    expect(await call(4)).toBe(8);
  });

  it('batched calls fail at once when the queue is full', async () => {
    const { call } = doubling({ maxWaiting: 3, maxItems: 3 });
    const results = await Promise.allSettled(numbers(1, 5).map(call));
    expect(results.slice(0, 3).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
    for (const result of results.slice(3)) expect(result).toMatchObject({ reason: expect.any(TooManyWaiting) });
    expect(await call(9)).toBe(18);
  });
});
