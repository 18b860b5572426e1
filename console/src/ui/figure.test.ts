import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decimalOf, say } from '../text/triple.ts';
import { changeOf, changeText, figureText, shortFigure } from './figure.ts';

it('a number is written by what it counts, and fractions are never grouped', () => {
  assert.equal(figureText(1234567, { type: 'MONEY', unit: 'UZS' }, 'en'), '1\u202f234\u202f567\u00a0UZS');
  assert.equal(figureText(1234.5678, { type: 'NUMBER' }, 'en'), '1\u202f234.57');
  assert.equal(figureText(-1234, { type: 'INTEGER' }, 'en'), '\u22121\u202f234');
  assert.equal(figureText(0.1234, { type: 'RATIO' }, 'en'), '12.3\u00a0%');
  assert.equal(figureText(null, { type: 'MONEY', unit: 'UZS' }, 'en'), '–');
});

it('a change has its sign, and none where there was nothing before', () => {
  assert.equal(changeText(changeOf(112, 100), 'en'), '+12\u00a0%');
  assert.equal(changeText(changeOf(97.5, 100), 'en'), '\u22122.5\u00a0%');
  assert.equal(changeText(changeOf(100, 100), 'en'), '0\u00a0%');
  assert.equal(changeText(changeOf(5, 0), 'en'), '–');
  assert.equal(changeText(changeOf(null, 3), 'en'), '–');
});

it('a number beside an axis is short in each language', () => {
  assert.equal(shortFigure(125_000_000, { type: 'MONEY' }, 'en'), '125M');
  assert.equal(shortFigure(1_250_000, { type: 'MONEY' }, 'ru'), '1,25 млн');
  assert.equal(shortFigure(2_500_000_000_000, { type: 'MONEY' }, 'en'), '2.5T');
  assert.equal(shortFigure(999, { type: 'INTEGER' }, 'uz'), '999');
  assert.equal(shortFigure(0.25, { type: 'RATIO' }, 'en'), '25%');
});

it('a fraction has a comma in Russian and Uzbek, and a point in English', () => {
  assert.equal(figureText(0.071, { type: 'RATIO' }, 'ru'), '7,1\u00a0%');
  assert.equal(figureText(1234.5, { type: 'NUMBER' }, 'uz'), '1\u202f234,5');
  assert.equal(changeText(-0.025, 'ru'), '\u22122,5\u00a0%');
  assert.equal(say(['{n} h', '{n} ч', '{n} soat'], 'ru', { n: 1.5 }), '1,5 ч');
  assert.equal(say(['{n} h', '{n} ч', '{n} soat'], 'en', { n: 1.5 }), '1.5 h');
});

it('a number is read as it is typed in the language', () => {
  assert.equal(decimalOf('1\u202f234,5', 'ru'), 1234.5);
  assert.equal(decimalOf('0.5', 'uz'), 0.5);
  assert.equal(decimalOf('1,500', 'en'), 1500);
  assert.equal(decimalOf('1,500', 'ru'), 1.5);
  assert.equal(decimalOf('-3,25', 'uz'), -3.25);
  for (const typed of ['', 'a', '1,2,3', '1e3', '--1']) assert.equal(decimalOf(typed, 'en'), undefined);
});
