import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bucketNames, numberAxis } from './axes.ts';
import { scaleOf } from './scale.ts';

it('a scale has figures at equal distances from zero to above the largest number', () => {
  assert.deepEqual(
    scaleOf([33_500_000, 8_000_000], { isWhole: true }),
    [0, 10_000_000, 20_000_000, 30_000_000, 40_000_000],
  );
  assert.deepEqual(scaleOf([0.13, null], { isWhole: false }), [0, 0.04, 0.08, 0.12, 0.16]);
  assert.deepEqual(scaleOf([9_999_999_999, undefined], { isWhole: true }).at(-1), 10_000_000_000);
});

it('a scale of whole numbers has no fractions', () => {
  assert.deepEqual(scaleOf([1], { isWhole: true }), [0, 1]);
  assert.deepEqual(scaleOf([5], { isWhole: true }), [0, 2, 4, 6]);
});

it('a scale goes through zero where numbers are negative', () => {
  assert.deepEqual(scaleOf([-30, 100], { isWhole: true }), [-40, 0, 40, 80, 120]);
  assert.deepEqual(scaleOf([-100], { isWhole: true }), [-100, -75, -50, -25, 0]);
});

it('a scale has two figures at least, also of nothing, of zeros and of one value far from zero', () => {
  assert.deepEqual(scaleOf([], { isWhole: true }), [0, 1]);
  assert.deepEqual(scaleOf([0, 0], { isWhole: true }), [0, 1]);
  assert.deepEqual(scaleOf([-58], { isWhole: false, isFromZero: false }), [-60, -45]);
});

it('an axis is as wide as its longest figure', () => {
  const [short, long] = [[4], [400_000_000]].map((values) => numberAxis(values, { type: 'INTEGER' }, 'ru').width);
  assert.ok(Number(short) < 30 && Number(long) > 60);
});

it('hours of one day are named by the hour, hours of several days by their day as well, and days of two years by their year', () => {
  const [first, second] = ['2026-11-21T14:00+05:00', '2026-11-22T00:00+05:00'];
  assert.deepEqual(bucketNames([first], 'en'), ['14:00']);
  assert.deepEqual(bucketNames([first, second], 'en'), ['21 Nov, 14:00', '22 Nov, 00:00']);
  assert.deepEqual(bucketNames(['2025-12-31', '2026-01-01'], 'en'), ['31 Dec 2025', '1 Jan 2026']);
});
