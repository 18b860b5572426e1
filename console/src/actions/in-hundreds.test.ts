import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inHundreds } from './in-hundreds.ts';

const records = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n}`, revision: 1, name: `R${n}` }));
const limited = { code: 'RATE_LIMITED', params: {}, message: '', fields: [], retryAfterSeconds: 7 } as const;

describe('a bulk action', () => {
  it('250 records are three calls', async () => {
    const sizes: number[] = [];
    const outcomes = await inHundreds(records(250), async (some) => {
      sizes.push(some.length);
      return some.map(({ id }) => ({ id }));
    });
    assert.deepEqual([sizes, outcomes.length], [[100, 100, 50], 250]);
  });

  it('records that met the limit of calls are tried again after the pause, and no other is', async () => {
    const waits: number[] = [];
    const calls: string[][] = [];
    const outcomes = await inHundreds(
      records(3),
      async (some) => {
        calls.push(some.map(({ id }) => id));
        const isFirst = calls.length === 1;
        return some.map(({ id }) => (isFirst && id !== 'r0' ? { id, problem: limited } : { id }));
      },
      undefined,
      async (seconds) => void waits.push(seconds),
    );
    assert.deepEqual(calls, [
      ['r0', 'r1', 'r2'],
      ['r1', 'r2'],
    ]);
    assert.deepEqual([waits, outcomes.map(({ id }) => id)], [[7], ['r0', 'r1', 'r2']]);
  });

  it('a run that is stopped calls for no further hundred, and ends its wait', async () => {
    const stop = new AbortController();
    const sizes: number[] = [];
    const outcomes = await inHundreds(
      records(250),
      async (some) => {
        sizes.push(some.length);
        if (sizes.length === 2)
          return some.map(({ id }) => ({ id, problem: { ...limited, retryAfterSeconds: 3_600 } }));
        return some.map(({ id }) => ({ id }));
      },
      { tell: (_, seconds) => void (seconds > 0 && setTimeout(() => stop.abort())), signal: stop.signal },
    );
    assert.deepEqual([sizes, outcomes.length], [[100, 100], 100]);
  });

  it('a run that is stopped while a call is under way does not wait for the limit that the call meets', async () => {
    const stop = new AbortController();
    const waits: number[] = [];
    const outcomes = await inHundreds(
      records(2),
      async (some) => {
        stop.abort();
        return some.map(({ id }) => ({ id, problem: limited }));
      },
      { tell: () => undefined, signal: stop.signal },
      async (seconds) => void waits.push(seconds),
    );
    assert.deepEqual([waits, outcomes], [[], []]);
  });
});
