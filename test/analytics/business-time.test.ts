import fc from 'fast-check';
import {
  addDays,
  dateIn,
  daysBetween,
  readExpiry,
  readFrom,
  readTo,
  startOfDay,
  startOfNextDay,
  wallTimeIn,
  yearBefore,
} from '../../src/domain/formats/business-time.ts';

const TASHKENT = 'Asia/Tashkent';
const start = (date: string, zone: string) => startOfDay(date, zone).toISOString();

describe('a business day', () => {
  it.each([
    ['in Asia/Tashkent', '2026-11-21', TASHKENT, '2026-11-20T19:00:00.000Z', 24],
    ['in Europe/Berlin where the clocks go forward', '2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['in Europe/Berlin where they go back', '2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['when it begins at one o’clock', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['when it has two midnights', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', 25],
    ['in a zone with a half-hour offset', '2026-11-01', 'America/St_Johns', '2026-11-01T02:30:00.000Z', 25],
    ['when the calendar skipped the day', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
  ])('a business day is correct %s', (_name, date, zone, begins, hours) => {
    expect(start(date, zone)).toBe(begins);
    expect((startOfNextDay(date, zone).getTime() - startOfDay(date, zone).getTime()) / 3_600_000).toBe(hours);
  });

  it('a business day begins at the time that Intl gives, on any day in any of these zones', () => {
    const zones = fc.constantFrom(TASHKENT, 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo');
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 20_000 }), (zone, day) => {
        const date = addDays('1985-01-01', day);
        const begins = startOfDay(date, zone);
        const written = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment);
        expect(written(begins)).toBe(date);
        expect(written(new Date(begins.getTime() - 1))).toBe(addDays(date, -1));
        expect(dateIn(begins, zone)).toBe(date);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the calendar', () => {
  it('the calendar adds days and years', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
    expect(yearBefore('2026-11-21')).toBe('2025-11-21');
    expect(yearBefore('2028-02-29')).toBe('2027-02-28');
  });

  it('the calendar formats hours with their offset, so that they are unique', () => {
    expect(wallTimeIn(new Date('2026-10-25T00:00:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:00+02:00');
    expect(wallTimeIn(new Date('2026-10-25T01:00:00Z'), 'Europe/Berlin')).toBe('2026-10-25T02:00+01:00');
    expect(wallTimeIn(new Date('2026-01-01T00:00:00Z'), 'America/St_Johns')).toBe('2025-12-31T20:30-03:30');
  });
});

describe('a time given by a caller', () => {
  it('a time given by a caller is exact for a date-time, and the start or the end of the day for a date', () => {
    expect(readFrom('2026-11-21', TASHKENT).toISOString()).toBe('2026-11-20T19:00:00.000Z');
    expect(readTo('2026-11-21', TASHKENT).toISOString()).toBe('2026-11-21T19:00:00.000Z');
    expect(readTo('2026-11-21t10:00:00.5z', TASHKENT).toISOString()).toBe('2026-11-21T10:00:00.500Z');
  });

  it('the time of an expiry includes its day and must be in the future', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect(readExpiry(undefined, now, TASHKENT)).toBeNull();
    expect(readExpiry('2026-11-21', now, TASHKENT)?.toISOString()).toBe('2026-11-21T19:00:00.000Z');
    expect(() => readExpiry('2026-11-20', now, TASHKENT)).toThrow('expiresAt must be in the future');
    expect(() => readExpiry('2026-11-21T10:00:00Z', now, TASHKENT)).toThrow('expiresAt must be in the future');
    expect(() => readExpiry('9999-12-31', now, 'America/New_York')).toThrow('expiresAt must be before the year 10000');
  });
});
