import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FilterDef } from './filters.ts';
import { leftBy } from './left.ts';

const filters: readonly FilterDef[] = [
  {
    key: 'status',
    label: 'device.status',
    path: ['status'],
    kind: 'enum',
    name: 'DeviceStatus',
    values: ['ACTIVE', 'SOLD', 'SUSPENDED'],
  },
  { key: 'model', label: 'device.model', path: ['model'], kind: 'text' },
];

it('a row has left when its value is none of those chosen, and not where the value is not shown', () => {
  const isLeft = leftBy(filters, { status: 'ACTIVE,SOLD', model: '~x' });
  assert.deepEqual([{ status: 'SUSPENDED' }, { status: 'SOLD' }, { status: undefined }, {}].map(isLeft), [
    true,
    false,
    false,
    false,
  ]);
  assert.equal(leftBy(filters, {})({ status: 'SUSPENDED' }), false);
  assert.equal(leftBy(filters, { status: 'NONSENSE' })({ status: 'SUSPENDED' }), false);
});
