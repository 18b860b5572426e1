import assert from 'node:assert/strict';
import { it } from 'node:test';
import { moneyText, wholeUnitsOf } from './money-text.ts';

it('an amount is read with its groups of three, and fractions are refused', () => {
  const read = [
    '1500000',
    ' 1 500 000 ',
    '1\u202f500\u202f000',
    '1,500,000',
    '1.500.000',
    '0',
    '1500.50',
    '1,5',
    '-1',
    '1e3',
    'abc',
    '',
    '9007199254740993',
  ];
  assert.deepEqual(read.map(wholeUnitsOf), [
    1500000,
    1500000,
    1500000,
    1500000,
    1500000,
    0,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('an amount that is written can be read again', () => {
  assert.equal(moneyText(1_500_000, 'UZS'), '1\u202f500\u202f000\u00a0UZS');
  assert.equal(wholeUnitsOf('1\u202f500\u202f000'), 1_500_000);
});
