import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dayOf, zoned } from './zoned.ts';
import { fieldOfTime, timeOfField } from './zoned-time.ts';

it('a field for date and time means the clock of the business, whatever zone the browser has', () => {
  assert.equal(timeOfField('2026-11-27T02:30', 'Asia/Tashkent'), '2026-11-26T21:30:00.000Z');
  assert.equal(fieldOfTime('2026-11-26T21:30:00.000Z', 'Asia/Tashkent'), '2026-11-27T02:30');
  assert.equal(timeOfField('2026-07-01T12:00', 'Europe/Berlin'), '2026-07-01T10:00:00.000Z');
  assert.equal(timeOfField('', 'Asia/Tashkent'), undefined);
});

it('a day is that of the zone, also where another has begun elsewhere', () => {
  assert.equal(dayOf('2026-11-26T21:30:00.000Z', 'Asia/Tashkent'), '2026-11-27');
  assert.equal(dayOf('2026-03-02T21:30:00.000Z', 'Asia/Tashkent', 6), '2026-02-25');
  assert.equal(dayOf('2026-11-26T21:30:00.000Z', 'America/New_York'), '2026-11-26');
});

it('a time is written by the clock of its zone, before and after the clocks change', () => {
  const shown = (time: string, zone: string) => zoned(time, zone).format('YYYY-MM-DD HH:mm:ss');
  assert.equal(shown('2026-03-29T00:59:59.000Z', 'Europe/Berlin'), '2026-03-29 01:59:59');
  assert.equal(shown('2026-03-29T01:00:00.000Z', 'Europe/Berlin'), '2026-03-29 03:00:00');
  assert.equal(shown('2026-01-15T12:00:00.000Z', 'America/St_Johns'), '2026-01-15 08:30:00');
  assert.equal(shown('2026-06-15T12:00:00.000Z', 'Asia/Kathmandu'), '2026-06-15 17:45:00');
  assert.equal(shown('2026-06-15T12:00:00.000Z', 'UTC'), '2026-06-15 12:00:00');
});
