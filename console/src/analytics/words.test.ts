import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DataSet } from '../api/generated/enums.ts';
import { wordOf } from '../text/enums.ts';
import type { Text } from '../text/index.tsx';
import { textOf } from '../text/texts.ts';
import { valueName } from './words.ts';

const english: Text = {
  language: 'en',
  t: (key) => textOf(key)?.[0] ?? key,
  word: (name, value) => wordOf({ language: 'en' }, name, value),
};
const said = (set: DataSet, key: string, value: string | null) => valueName(set, key, value, value, english);

it('the values of a group are written as on the other screens, also those of another record', () => {
  assert.equal(said('CUSTOMERS', 'SOURCE', 'admin'), 'Added by a colleague');
  assert.equal(said('SALES', 'CUSTOMER_SOURCE', 'preorder'), 'A preorder');
  assert.equal(said('DEVICES', 'OWNER_SOURCE', 'autumn-fair'), 'autumn-fair');
  assert.equal(said('PREORDERS', 'UTM_SOURCE', 'admin'), 'admin');
  assert.equal(said('DEVICE_EVENTS', 'CAUSE', 'refundSale'), 'Refunded a sale');
  assert.equal(said('DEVICE_EVENTS', 'CAUSE', 'secretProved'), 'Proved its new secret');
  assert.equal(said('PAIRINGS', 'REVOKED_REASON', 'credentialReuse'), 'An old credential was used again');
  assert.equal(said('REFUNDS', 'DEVICE_DISPOSITION', 'RETURNED'), 'Returned');
  assert.equal(said('REFUNDS', 'DEVICE_DISPOSITION', null), 'It stays with the customer');
  assert.equal(said('REFUNDS', 'CUSTOMER_CITY', null), 'Not stated');
});
