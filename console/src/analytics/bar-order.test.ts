import assert from 'node:assert/strict';
import { it } from 'node:test';
import { barOrder } from './bar-order.ts';

const row = (name: string | null, number: number | null, rest = false) => ({
  rest,
  dimensions: [name],
  metrics: [1, number],
});

it('bars begin with the largest number; groups without a number, without a name and the rest come last', () => {
  const rows = [row(null, 90), row('Andijon', 5), row('Buxoro', null), row(null, 99, true), row('Toshkent', 40)];
  const shown = barOrder(rows, ['CUSTOMER_CITY'], 1).map(({ dimensions, metrics, rest }) => [
    dimensions[0],
    metrics[1],
    rest,
  ]);
  assert.deepEqual(shown, [
    ['Toshkent', 40, false],
    ['Andijon', 5, false],
    ['Buxoro', null, false],
    [null, 90, false],
    [null, 99, true],
  ]);
});

it('bars of ages stay in the order of the ages', () => {
  const rows = [row('0-29', 5), row('30-89', 40)];
  assert.deepEqual(barOrder(rows, ['AGE_IN_DAYS'], 1), rows);
});
