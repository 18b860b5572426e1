import assert from 'node:assert/strict';
import { it } from 'node:test';
import { changeOf, changeText, figureText, shortFigure } from './figure.ts';

it('a number is written by what it counts, and fractions are never grouped', () => {
  assert.equal(figureText(1234567, { type: 'MONEY', unit: 'UZS' }), '1\u202f234\u202f567\u00a0UZS');
  assert.equal(figureText(1234.5678, { type: 'NUMBER' }), '1\u202f234.57');
  assert.equal(figureText(-1234, { type: 'INTEGER' }), '\u22121\u202f234');
  assert.equal(figureText(0.1234, { type: 'RATIO' }), '12.3\u00a0%');
  assert.equal(figureText(null, { type: 'MONEY', unit: 'UZS' }), '–');
});

it('a change has its sign, and none where there was nothing before', () => {
  assert.equal(changeText(changeOf(112, 100)), '+12\u00a0%');
  assert.equal(changeText(changeOf(97.5, 100)), '\u22122.5\u00a0%');
  assert.equal(changeText(changeOf(100, 100)), '0\u00a0%');
  assert.equal(changeText(changeOf(5, 0)), '–');
  assert.equal(changeText(changeOf(null, 3)), '–');
});

it('a number beside an axis is short in each language', () => {
  assert.equal(shortFigure(121_040_000, { type: 'MONEY' }, 'en'), '121M');
  assert.equal(shortFigure(1_250_000, { type: 'MONEY' }, 'ru'), '1.3 млн');
  assert.equal(shortFigure(999, { type: 'INTEGER' }, 'uz'), '999');
  assert.equal(shortFigure(0.25, { type: 'RATIO' }, 'en'), '25%');
});
