import { comparedRange, readRange } from '../../src/domain/analytics/question-range.ts';
import { bucketLabel, changeOf } from '../../src/domain/analytics/question-view.ts';
import { readPeriod } from '../../src/domain/analytics/sales-range.ts';
import type { Comparison, RangePreset } from '../../src/model/enums.ts';
import { dateIn } from '../../src/model/zoned-time.ts';

const TASHKENT = 'Asia/Tashkent';
/** One in the morning of Saturday the 21st in Tashkent: still the 20th in UTC. */
const NOW = new Date('2026-11-20T20:00:00Z');

const inTashkent = (time: Date) => new Date(time.getTime() + 5 * 3_600_000).toISOString().slice(0, 10);

/** The days of a preset and of what it is compared with, the ends excluded. */
function daysOf(preset: RangePreset, compareTo: Comparison, now = NOW): string[] {
  const range = readRange({ preset }, now, TASHKENT);
  const previous = comparedRange(compareTo, { preset }, range, TASHKENT);
  return [range.from, range.to, previous.from, previous.to].map(inTashkent);
}

describe('the range of a question', () => {
  it.each([
    ['TODAY', '2026-11-21', '2026-11-22', '2026-11-20', '2026-11-21'],
    ['YESTERDAY', '2026-11-20', '2026-11-21', '2026-11-19', '2026-11-20'],
    ['LAST_7_DAYS', '2026-11-15', '2026-11-22', '2026-11-08', '2026-11-15'],
    ['LAST_30_DAYS', '2026-10-23', '2026-11-22', '2026-09-23', '2026-10-23'],
    ['LAST_90_DAYS', '2026-08-24', '2026-11-22', '2026-05-26', '2026-08-24'],
    ['LAST_12_MONTHS', '2025-12-01', '2026-11-22', '2024-12-01', '2025-11-22'],
    ['THIS_WEEK', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['PREVIOUS_WEEK', '2026-11-09', '2026-11-16', '2026-11-02', '2026-11-09'],
    ['THIS_MONTH', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
    ['PREVIOUS_MONTH', '2026-10-01', '2026-11-01', '2026-09-01', '2026-10-01'],
    ['THIS_QUARTER', '2026-10-01', '2026-11-22', '2026-07-01', '2026-08-22'],
    ['PREVIOUS_QUARTER', '2026-07-01', '2026-10-01', '2026-04-01', '2026-07-01'],
    ['THIS_YEAR', '2026-01-01', '2026-11-22', '2025-01-01', '2025-11-22'],
    ['PREVIOUS_YEAR', '2025-01-01', '2026-01-01', '2024-01-01', '2025-01-01'],
  ] as const)('%s is from %s to %s, and is compared with %s to %s', (preset, ...days) => {
    expect(daysOf(preset, 'PREVIOUS_PERIOD')).toEqual(days);
  });

  it.each([
    ['2000-01-01', TASHKENT, '1999-12-31T19:00:00.000Z'],
    ['2000-01-01', 'Pacific/Apia', '2000-01-01T11:00:00.000Z'],
    ['2000-01-01T00:00:00Z', 'America/Havana', '2000-01-01T00:00:00.000Z'],
  ])('the range of a question may begin with the year 2000: %s in %s', (from, zone, begin) => {
    expect(readRange({ from, to: '2000-01-31' }, NOW, zone).from.toISOString()).toBe(begin);
    expect(readPeriod({ range: 'custom', from, to: '2000-01-31' }, NOW, zone).range.from.toISOString()).toBe(begin);
  });

  it.each([TASHKENT, 'America/Los_Angeles'])('the range of a question may end with the year 2199 in %s', (zone) => {
    const asked = { from: '2199-12-01', to: '2199-12-31' };
    const { to } = readRange(asked, NOW, zone);
    expect(dateIn(to, zone)).toBe('2200-01-01');
    expect(readPeriod({ range: 'custom', ...asked }, NOW, zone).range.to).toEqual(to);
  });

  it.each([
    ['1999-12-31', '2000-01-31', TASHKENT],
    ['1999-12-31T18:59:59Z', '2000-01-31', TASHKENT],
    ['2199-12-01', '2200-01-01', 'America/Los_Angeles'],
  ])('the range of a question from %s to %s in %s has other years', (from, to, zone) => {
    expect(() => readRange({ from, to }, NOW, zone)).toThrow('in the years 2000 to 2199');
    expect(() => readPeriod({ range: 'custom', from, to }, NOW, zone)).toThrow('in the years 2000 to 2199');
  });

  it('the range of a question is never compared with days of itself: a longer month is compared with the whole month before', () => {
    expect(daysOf('THIS_MONTH', 'PREVIOUS_PERIOD', new Date('2026-03-31T10:00:00Z'))).toEqual([
      '2026-03-01',
      '2026-04-01',
      '2026-02-01',
      '2026-03-01',
    ]);
  });

  it.each([
    ['THIS_MONTH', '2026-02-28', '2026-02-01', '2026-03-01', '2026-01-01', '2026-02-01'],
    ['THIS_MONTH', '2026-03-30', '2026-03-01', '2026-03-31', '2026-02-01', '2026-03-01'],
    ['THIS_QUARTER', '2026-05-15', '2026-04-01', '2026-05-16', '2026-01-01', '2026-02-16'],
    ['THIS_YEAR', '2025-03-10', '2025-01-01', '2025-03-11', '2024-01-01', '2024-03-11'],
    ['LAST_12_MONTHS', '2026-11-30', '2025-12-01', '2026-12-01', '2024-12-01', '2025-12-01'],
    ['LAST_12_MONTHS', '2025-02-28', '2024-03-01', '2025-03-01', '2023-03-01', '2024-03-01'],
    ['LAST_30_DAYS', '2026-04-30', '2026-04-01', '2026-05-01', '2026-03-02', '2026-04-01'],
    ['THIS_WEEK', '2026-11-22', '2026-11-16', '2026-11-23', '2026-11-09', '2026-11-16'],
  ] as const)(
    '%s on %s is from %s to %s, and is compared with %s to %s: by the date, not by how many days a month has',
    (preset, today, ...days) => {
      expect(daysOf(preset, 'PREVIOUS_PERIOD', new Date(`${today}T10:00:00Z`))).toEqual(days);
    },
  );

  it.each([
    ['PREVIOUS_WEEK', undefined, '2026-11-09', '2026-11-16', '2025-11-10', '2025-11-17'],
    ['PREVIOUS_WEEK', 'WEEK', '2026-11-09', '2026-11-16', '2025-11-10', '2025-11-17'],
    ['PREVIOUS_WEEK', 'DAY', '2026-11-09', '2026-11-16', '2025-11-09', '2025-11-16'],
    ['LAST_30_DAYS', 'WEEK', '2026-10-23', '2026-11-22', '2025-10-24', '2025-11-23'],
    ['LAST_30_DAYS', undefined, '2026-10-23', '2026-11-22', '2025-10-23', '2025-11-22'],
    ['THIS_YEAR', 'WEEK', '2026-01-01', '2026-11-22', '2025-01-02', '2025-11-23'],
    ['THIS_YEAR', 'MONTH', '2026-01-01', '2026-11-22', '2025-01-01', '2025-11-22'],
  ] as const)(
    '%s by %s, from %s to %s, is compared with %s to %s of the year before: weeks with weeks',
    (preset, grain, ...days) => {
      const range = readRange({ preset }, NOW, TASHKENT);
      const previous = comparedRange('PREVIOUS_YEAR', { preset }, range, TASHKENT, grain);
      expect([range.from, range.to, previous.from, previous.to].map(inTashkent)).toEqual(days);
    },
  );

  it.each([
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-03-01'],
    ['2024-02-28', '2024-02-28', '2023-02-28', '2023-03-01'],
    ['2024-02-01', '2024-02-28', '2023-02-01', '2023-03-01'],
    ['2024-02-01', '2024-02-29', '2023-02-01', '2023-03-01'],
    ['2025-02-28', '2025-02-28', '2024-02-28', '2024-02-29'],
    ['2025-02-01', '2025-02-28', '2024-02-01', '2024-03-01'],
    ['2026-03-01', '2026-03-31', '2025-03-01', '2025-04-01'],
  ])(
    'the range of a question of %s up to %s is compared with %s up to %s of the year before, whatever February has',
    (from, to, ...days) => {
      const range = readRange({ from, to }, NOW, TASHKENT);
      const { from: first, to: end } = comparedRange('PREVIOUS_YEAR', {}, range, TASHKENT);
      expect([first, end].map(inTashkent)).toEqual(days);
    },
  );

  it('the range of a question is compared with a range of the year before however short it is, by any clock', () => {
    for (const zone of ['Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Atlantic/Azores']) {
      for (let ms = Date.parse('2024-02-27T00:00:00Z'); ms < Date.parse('2024-11-05T00:00:00Z'); ms += 17 * 1_800_000) {
        const range = { from: new Date(ms), to: new Date(ms + 900_000) };
        const { from, to } = comparedRange('PREVIOUS_YEAR', {}, range, zone);
        expect(to.getTime()).toBeGreaterThan(from.getTime());
      }
    }
  });

  it.each([
    // The clocks of the day itself, of the day before and of both were changed in the night.
    ['Europe/Berlin', '2026-03-29T15:00:00+02:00', '2025-03-29T15:00:00+01:00'],
    ['Europe/Berlin', '2026-03-30T15:00:00+02:00', '2025-03-30T15:00:00+02:00'],
    ['America/New_York', '2026-11-01T15:00:00-05:00', '2025-11-01T15:00:00-04:00'],
    ['Australia/Lord_Howe', '2026-10-04T15:00:00+11:00', '2025-10-04T15:00:00+10:30'],
    ['Africa/Cairo', '2026-04-24T15:00:00+03:00', '2025-04-24T15:00:00+02:00'],
    ['America/Sao_Paulo', '2018-11-04T15:00:00-02:00', '2017-11-04T15:00:00-02:00'],
    // It was skipped a year before: as if the clocks had not been changed.
    ['Europe/Berlin', '2026-03-30T02:30:00+02:00', '2025-03-30T03:30:00+02:00'],
    // A midnight that was skipped, and one that was shown twice, are the beginnings of their days.
    ['America/Sao_Paulo', '2018-11-04T01:00:00-02:00', '2017-11-04T00:00:00-02:00'],
    ['America/Havana', '2026-11-01T00:00:00-04:00', '2025-11-01T00:00:00-04:00'],
    ['Asia/Kathmandu', '2026-03-01T15:15:00+05:45', '2025-03-01T15:15:00+05:45'],
  ])(
    'the range of a question in %s that begins at %s is compared with one of the year before that begins at %s',
    (zone, from, begins) => {
      const range = { from: new Date(from), to: new Date('2026-12-01T12:34:00Z') };
      const previous = comparedRange('PREVIOUS_YEAR', {}, range, zone);
      expect(previous.from).toEqual(new Date(begins));
      const end = { from: new Date('2017-01-01T12:34:00Z'), to: new Date(from) };
      expect(comparedRange('PREVIOUS_YEAR', {}, end, zone).to).toEqual(new Date(begins));
    },
  );

  it('the range of a question of whole months is compared with as many months before, other ranges with as many days', () => {
    const compared = (from: string, to: string) => {
      const { from: first, to: end } = comparedRange(
        'PREVIOUS_PERIOD',
        {},
        readRange({ from, to }, NOW, TASHKENT),
        TASHKENT,
      );
      return [first, end].map(inTashkent);
    };
    expect(compared('2026-02-01', '2026-03-31')).toEqual(['2025-12-01', '2026-02-01']);
    expect(compared('2026-02-02', '2026-03-31')).toEqual(['2025-12-06', '2026-02-02']);
  });
});

describe('the label of a bucket', () => {
  it.each([
    ['HOUR', '2026-11-20T20:00:00Z', TASHKENT, '2026-11-21T01:00+05:00'],
    ['HOUR', '2026-03-08T12:30:00Z', 'America/St_Johns', '2026-03-08T10:00-02:30'],
    ['HOUR', '2026-10-25T00:00:00Z', 'Europe/Berlin', '2026-10-25T02:00+02:00'],
    ['HOUR', '2026-10-25T01:00:00Z', 'Europe/Berlin', '2026-10-25T02:00+01:00'],
    ['DAY', '2026-11-20T19:00:00Z', TASHKENT, '2026-11-21'],
    ['WEEK', '2026-11-15T19:00:00Z', TASHKENT, '2026-W47'],
    // ISO 8601: the week belongs to the year of its Thursday.
    ['WEEK', '2024-12-29T19:00:00Z', TASHKENT, '2025-W01'],
    ['WEEK', '2026-12-27T19:00:00Z', TASHKENT, '2026-W53'],
    ['WEEK', '2021-01-03T19:00:00Z', TASHKENT, '2021-W01'],
    ['MONTH', '2026-10-31T19:00:00Z', TASHKENT, '2026-11'],
    ['QUARTER', '2026-09-30T19:00:00Z', TASHKENT, '2026-Q4'],
    ['YEAR', '2025-12-31T19:00:00Z', TASHKENT, '2026'],
  ] as const)('the label of a bucket of a %s that begins at %s in %s is %s', (grain, start, zone, label) => {
    expect(bucketLabel(grain, new Date(start), zone)).toBe(label);
  });
});

describe('the change of a metric', () => {
  it('the change of a metric is a share of the previous value, and null where that is null or 0', () => {
    expect([changeOf(110, 100), changeOf(0, 50), changeOf(-70, -140)]).toEqual([0.1, -1, 0.5]);
    expect([changeOf(5, 0), changeOf(null, 5), changeOf(5, null)]).toEqual([null, null, null]);
  });
});
