import assert from 'node:assert/strict';
import { it } from 'node:test';
import { searched } from './searched.ts';

it('of the text of a label only the serial is searched for, in whatever form the label has it', () => {
  const typed = [
    'https://karvon.example/pair#serial=KRV-1&code=ABCD-EFGH',
    'https://karvon.example/pair?code=ABCD-EFGH&serial=KRV-1',
    ' serial=KRV-1&code=ABCD-EFGH',
    '#SERIAL=KRV%2D1&CODE=ABCD',
    '~serial=KRV-1&code=ABCD-EFGH',
    'https://karvon.example/pair#code=ABCD-EFGH',
    'KRV-1',
    'Laylo & co = two',
    '',
  ];
  assert.deepEqual(typed.map(searched), [
    'KRV-1',
    'KRV-1',
    'KRV-1',
    'KRV-1',
    'KRV-1',
    '',
    'KRV-1',
    'Laylo & co = two',
    '',
  ]);
});
