import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newClient } from './client.ts';
import { typedDocument } from './document.ts';

const Sold = typedDocument<{ readonly sold: number }, object>('Sold', 'query Sold{sold}');

/** In place of the network: answers what is sold when the request is sent, later. */
function answers() {
  let sold = 0;
  const waiting: (() => void)[] = [];
  const fetchOf = () => {
    const body = JSON.stringify({ data: { sold } });
    return new Promise<Response>((resolve) => waiting.push(() => resolve(new Response(body))));
  };
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    fetchOf,
    sell: () => {
      sold += 1;
    },
    /** @returns whether a request was waiting */
    async next() {
      await turn();
      const answer = waiting.shift();
      answer?.();
      await turn();
      return answer !== undefined;
    },
  };
}

it('what is asked again while it is on its way is read again, and the answer is as new as the last question', async (test) => {
  const { fetchOf, sell, next } = answers();
  test.mock.method(globalThis, 'fetch', fetchOf);
  const client = newClient();
  const ask = () => client.query(Sold, {}, { requestPolicy: 'network-only' });
  const seen: (number | undefined)[] = [];
  const { unsubscribe } = ask().subscribe(({ data }) => seen.push(data?.sold));
  await next();
  assert.deepEqual(seen, [0]);
  const first = ask().toPromise();
  sell();
  const second = ask().toPromise();
  while (await next());
  assert.deepEqual([(await first).data?.sold, (await second).data?.sold, seen.at(-1)], [1, 1, 1]);
  unsubscribe();
});

it('where questions never end, answers are shown all the same', async (test) => {
  const { fetchOf, sell, next } = answers();
  test.mock.method(globalThis, 'fetch', fetchOf);
  const client = newClient();
  const seen: (number | undefined)[] = [];
  const ask = () =>
    client.query(Sold, {}, { requestPolicy: 'network-only' }).subscribe(({ data }) => seen.push(data?.sold));
  const all = [ask()];
  for (let count = 0; count < 8; count += 1) {
    sell();
    all.push(ask());
    await next();
  }
  assert.ok(seen.filter((sold) => sold !== undefined).length > 0);
  for (const { unsubscribe } of all) unsubscribe();
});

it('a question that is taken back at once, as urql does while it renders, is not sent', async (test) => {
  const { fetchOf, next } = answers();
  let sent = 0;
  test.mock.method(globalThis, 'fetch', (_: unknown, { signal }: RequestInit) => {
    if (signal?.aborted) return Promise.reject(signal.reason);
    sent += 1;
    return fetchOf();
  });
  const client = newClient();
  const ask = () => client.query(Sold, {}).subscribe(() => undefined);
  ask().unsubscribe();
  await next();
  assert.equal(sent, 0);
  ask();
  await next();
  assert.equal(sent, 1);
});
