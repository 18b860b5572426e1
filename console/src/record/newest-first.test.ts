import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newestFirst } from './newest-first.ts';

it('a history has the newest first, and events of the same time in the order in which they were given', () => {
  const events = [
    { id: 'refunded', at: '2026-11-28T17:15:00Z' },
    { id: 'sold', at: '2026-11-24T05:37:00.000Z' },
    { id: 'left', at: '2026-11-28T17:15:00.000Z' },
    { id: 'claimed', at: '2026-11-27T14:18:00.250Z' },
  ];
  assert.deepEqual(
    newestFirst(events).map(({ id }) => id),
    ['refunded', 'left', 'claimed', 'sold'],
  );
});
