import { readPeriod } from '../../src/domain/analytics/sales-range.ts';
import type { SalesRange } from '../../src/model/enums.ts';

const TASHKENT = 'Asia/Tashkent';
/** One in the morning of the 21st in Tashkent: still the 20th in UTC. */
const now = new Date('2026-11-20T20:00:00Z');

function period(asked: { range: SalesRange; from?: string; to?: string }, zone = TASHKENT) {
  const { range, previous, grain } = readPeriod(asked, now, zone);
  return [previous.from, previous.to, range.from, range.to].map((moment) => moment.toISOString()).concat(grain);
}

const day = (date: string) => new Date(Date.parse(`${date}T00:00:00+05:00`)).toISOString();

describe('a range of sales', () => {
  it.each([
    ['today', '2026-11-20', '2026-11-21', 'HOUR'],
    ['7d', '2026-11-08', '2026-11-15', 'DAY'],
    ['30d', '2026-09-23', '2026-10-23', 'DAY'],
    ['90d', '2026-05-26', '2026-08-24', 'DAY'],
    ['year', '2024-11-22', '2025-11-22', 'MONTH'],
  ] as const)(
    'a range of sales of %s covers whole business days up to today and is compared with as many before',
    (range, before, from, grain) => {
      expect(period({ range })).toEqual([day(before), day(from), day(from), day('2026-11-22'), grain]);
    },
  );

  it('a custom range of sales includes its end if that is a date, and excludes it if that is a date-time', () => {
    expect(period({ range: 'custom', from: '2026-11-01', to: '2026-11-03' })).toEqual([
      day('2026-10-29'),
      day('2026-11-01'),
      day('2026-11-01'),
      day('2026-11-04'),
      'DAY',
    ]);
    expect(period({ range: 'custom', from: '2026-11-01T10:00:00Z', to: '2026-11-01T11:30:00Z' })).toEqual([
      '2026-11-01T08:30:00.000Z',
      '2026-11-01T10:00:00.000Z',
      '2026-11-01T10:00:00.000Z',
      '2026-11-01T11:30:00.000Z',
      'HOUR',
    ]);
  });

  it('a custom range of sales is compared with as many days, even if one of them has 25 hours', () => {
    expect(period({ range: 'custom', from: '2026-10-25', to: '2026-10-25' }, 'Europe/Berlin')).toEqual([
      '2026-10-23T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      'HOUR',
    ]);
  });

  it('a range of whole months of sales is compared with as many months before, and a year with the same days of the year before', () => {
    const compared = (from: string, to: string) => period({ range: 'custom', from, to }).slice(0, 2);
    expect(compared('2026-10-01', '2026-10-31')).toEqual([day('2026-09-01'), day('2026-10-01')]);
    expect(compared('2026-02-01', '2026-02-28')).toEqual([day('2026-01-01'), day('2026-02-01')]);
    expect(compared('2024-01-01', '2024-12-31')).toEqual([day('2023-01-01'), day('2024-01-01')]);
    const leap = readPeriod({ range: 'year' }, new Date('2025-01-15T10:00:00Z'), TASHKENT).previous;
    expect([leap.from, leap.to].map((time) => time.toISOString())).toEqual([day('2023-01-16'), day('2024-01-16')]);
  });

  it.each([
    ['2026-11-01', '2026-11-02', 'HOUR'],
    ['2026-11-01', '2026-11-03', 'DAY'],
    ['2024-01-01', '2024-12-31', 'DAY'],
    ['2024-01-01', '2025-01-01', 'MONTH'],
  ])('a range of sales from %s to %s has buckets of one %s', (from, to, grain) => {
    expect(period({ range: 'custom', from, to }).at(-1)).toBe(grain);
  });

  it.each([
    ['custom without both', { range: 'custom' }],
    ['custom without to', { range: 'custom', from: '2026-11-01' }],
    ['custom without from', { range: 'custom', to: '2026-11-01' }],
    ['custom that ends before it begins', { range: 'custom', from: '2026-11-02', to: '2026-11-01' }],
    ['custom of no length', { range: 'custom', from: '2026-11-02T00:00:00Z', to: '2026-11-02T00:00:00Z' }],
    ['custom of more than five years', { range: 'custom', from: '2020-01-01', to: '2025-02-01' }],
    ['custom before the calendar of the database', { range: 'custom', from: '0001-01-01', to: '0001-01-02' }],
    ['custom at the end of the calendar', { range: 'custom', from: '9999-12-30', to: '9999-12-31' }],
    ['a preset with from', { range: '30d', from: '2026-11-01' }],
    ['a preset with to', { range: 'today', to: '2026-11-01' }],
  ] as const)('a range of sales is rejected: %s', (_name, asked) => {
    expect(() => readPeriod(asked, now, TASHKENT)).toThrow(expect.objectContaining({ code: 'INVALID_RANGE' }));
  });

  it('a range of sales can cover five whole years', () => {
    expect(period({ range: 'custom', from: '2020-01-01', to: '2024-12-31' }).at(-1)).toBe('MONTH');
  });
});
