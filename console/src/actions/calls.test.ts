import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CombinedError } from '@urql/core';
import { callAll } from './calls.ts';

const RECORDS = ['r0', 'r1'].map((id) => ({ id, revision: 1, name: id }));

it('a bulk call that the rate limit refuses as a whole is made again after the seconds that the service named', async (test) => {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const refused = { message: 'Wait.', extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 7 } };
  const answers = [
    { error: new CombinedError({ graphQLErrors: [refused] }), results: undefined },
    { results: RECORDS.map(({ id }) => ({ id, error: null })) },
  ];
  const waits: number[] = [];
  const outcomes = await callAll(
    RECORDS,
    { one: async () => ({}), many: async () => answers.shift() ?? { results: [] } },
    {
      tell(_, seconds) {
        if (seconds === 0) return;
        waits.push(seconds);
        // The pause begins once this has returned.
        setImmediate(() => test.mock.timers.tick(seconds * 1_000));
      },
      signal: new AbortController().signal,
    },
  );
  assert.deepEqual([waits, outcomes], [[7], RECORDS.map(({ id }) => ({ id, problem: undefined }))]);
});
