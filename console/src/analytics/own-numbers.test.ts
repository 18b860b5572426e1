import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AGGREGATES, usableAggregates } from './own-numbers.ts';

const [MAY, MAY_NOT] = [[{ allowed: false }, { allowed: true }], [{ allowed: false }]];

it('an aggregate is offered where the role may count something by it', () => {
  assert.deepEqual(usableAggregates({ numbers: MAY, dimensions: MAY }), [...AGGREGATES]);
  assert.deepEqual(usableAggregates({ numbers: [], dimensions: MAY }), ['distinct']);
  assert.deepEqual(usableAggregates({ numbers: MAY_NOT, dimensions: MAY }), ['distinct']);
  assert.deepEqual(usableAggregates({ numbers: MAY_NOT, dimensions: MAY_NOT }), []);
});
