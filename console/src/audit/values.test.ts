import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordOf } from '../text/enums.ts';
import type { Text } from '../text/index.tsx';
import { textOf } from '../text/texts.ts';
import { detailOf, fieldsIn, shownOf } from './values.ts';

const english: Text = {
  language: 'en',
  t: (key) => textOf(key)?.[0] ?? key,
  word: (name, value) => wordOf({ language: 'en' }, name, value),
};
const sale = {
  targetKind: 'Sale',
  record: { __typename: 'Sale', id: 'a', number: 'KRV-2026-000001', currency: 'UZS' },
} as const;

it('the amount of a refund has the currency of its sale, and the device is said to stay', () => {
  const details = detailOf({ number: 'KRV-2026-000001', amount: 500_000, deviceDisposition: null, note: null });
  assert.deepEqual(
    details.map(([field, value]) => [field, shownOf(english, sale, field, value)]),
    [
      ['number', { kind: 'text', text: 'KRV-2026-000001' }],
      ['amount', { kind: 'text', text: '500\u202f000\u00a0UZS' }],
      ['deviceDisposition', { kind: 'text', text: 'It stays with the customer' }],
    ],
  );
  assert.deepEqual(shownOf(english, sale, 'deviceDisposition', 'RETURNED'), { kind: 'text', text: 'Returned' });
  assert.deepEqual(shownOf(english, { targetKind: 'Settings' }, 'total', 7), { kind: 'text', text: '7' });
});

it('a condition of an export has the name of its field and the words of its values, and an id leads to its record', () => {
  const device = { targetKind: 'Device' } as const;
  const [[path = '', value] = []] = detailOf({ filter: { status: { in: ['SOLD', 'READY'] } } });
  assert.deepEqual(fieldsIn(path), ['status']);
  assert.deepEqual(shownOf(english, device, path, value), { kind: 'text', text: 'Sold, Ready' });
  const id = '01a1df5e-8c8e-763e-a545-eb35743ddac9';
  assert.deepEqual(shownOf(english, device, 'customerId', id), { kind: 'record', of: 'CUSTOMER', id });
  assert.deepEqual(shownOf(english, { targetKind: 'ServiceAccount' }, 'ownerId', id), {
    kind: 'record',
    of: 'ADMIN',
    id,
  });
  assert.deepEqual(shownOf(english, device, 'country', 'KZ'), { kind: 'text', text: 'Kazakhstan' });
});
