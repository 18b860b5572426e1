import assert from 'node:assert/strict';
import { it } from 'node:test';
import { placeOf } from './place.ts';

it('a place says a name once that the city and its region share', () => {
  assert.equal(placeOf('Toshkent', 'Toshkent', 'UZ'), 'Toshkent, UZ');
  assert.equal(placeOf('Qarshi', 'Qashqadaryo', null), 'Qarshi, Qashqadaryo');
  assert.equal(placeOf(null, undefined, ' '), undefined);
});
