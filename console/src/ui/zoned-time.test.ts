import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldOfTime, timeOfField } from './zoned-time.ts';

it('a field for date and time means the clock of the business, whatever zone the browser has', () => {
  assert.equal(timeOfField('2026-11-27T02:30', 'Asia/Tashkent'), '2026-11-26T21:30:00.000Z');
  assert.equal(fieldOfTime('2026-11-26T21:30:00.000Z', 'Asia/Tashkent'), '2026-11-27T02:30');
  assert.equal(timeOfField('2026-07-01T12:00', 'Europe/Berlin'), '2026-07-01T10:00:00.000Z');
  assert.equal(timeOfField('', 'Asia/Tashkent'), undefined);
});
