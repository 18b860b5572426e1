import fc from 'fast-check';
import { couldBeValue } from '../../src/domain/formats/spreadsheet-text.ts';
import type { Cell, Column } from '../../src/domain/formats/table.ts';
import { fileOf, type SpreadsheetFormat } from '../../src/domain/formats/table-format.ts';
import { parseCsv } from '../csv/parse.ts';

const SHEET: SpreadsheetFormat = {
  format: 'spreadsheet',
  separator: ',',
  byteOrderMark: false,
  timeZone: 'Asia/Tashkent',
  decimalSign: '.',
};
/** The apostrophes that may be prefixes, taken away: at the start of the cell and after each separator and line break. */
const withoutPrefixes = (text: string) => text.replace(/(^|[;,\t\n\v\f\r\u0085\u2028\u2029])'+/g, '$1');
const column = (type: Column['type'], name: string = type): Column => ({ name, label: name, type });

describe('a table as a file', () => {
  const columns = [column('text'), column('number'), column('boolean'), column('time'), column('date'), column('json')];

  it('a table as a file is a line of JSON for each row, with typed members', () => {
    const { head, textOf } = fileOf('t', columns, { format: 'ndjson' });
    const rows: Cell[][] = [
      ['a"\n\u2028', '-3.5', 'true', '2026-01-01T00:00:00.000Z', '2026-01-01', '{"a": 1}'],
      [null, 7, false, null, null, null],
      ['x', 'NaN', null, null, null, '[]'],
    ];
    expect(head).toBe('');
    expect(
      textOf(rows)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      {
        text: 'a"\n\u2028',
        number: -3.5,
        boolean: true,
        time: '2026-01-01T00:00:00.000Z',
        date: '2026-01-01',
        json: { a: 1 },
      },
      { text: null, number: 7, boolean: false, time: null, date: null, json: null },
      { text: 'x', number: null, boolean: null, time: null, date: null, json: [] },
    ]);
  });

  it('a table as a file has labels in the header of a spreadsheet, and names in others', () => {
    const labelled: Column[] = [{ name: 'netRevenue', label: 'Net revenue, UZS', type: 'number' }];
    expect(fileOf('t', labelled, SHEET).head).toBe('"Net revenue, UZS"\r\n');
    expect(fileOf('t', labelled, { format: 'csv' }).head).toBe('netRevenue\r\n');
  });

  it.each([',', ';', '\t'] as const)(
    'a table in a file with the separator %j is parsed back, whatever the text',
    (separator) => {
      const cells = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }), { maxLength: 5 });
      const { textOf } = fileOf('t', [column('text', 'a'), column('text', 'b')], { ...SHEET, separator });
      fc.assert(
        fc.property(cells, (rows) => {
          const read = parseCsv(textOf(rows), separator);
          expect(read).toHaveLength(rows.length);
          for (const [place, row] of rows.entries()) {
            for (const [at, text] of row.entries())
              expect(withoutPrefixes(read[place]?.[at] ?? '')).toBe(withoutPrefixes(text));
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it('a table as a spreadsheet begins no cell of text with what begins a formula', () => {
    const { textOf } = fileOf('t', [column('text')], SHEET);
    const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠');
    fc.assert(
      fc.property(start, fc.string(), (first, rest) => {
        const [[cell = ''] = []] = parseCsv(textOf([[first + rest]]));
        expect(cell.startsWith(`'${first}`)).toBe(true);
        expect(withoutPrefixes(cell)).toBe(withoutPrefixes(first + rest));
      }),
    );
  });

  it('a table as a spreadsheet has an apostrophe before each part of a text that could be a formula, and before a phone number', () => {
    const { textOf } = fileOf('t', [column('text'), column('code')], { ...SHEET, separator: ';' });
    expect(parseCsv(textOf([['Ali, =1+1;＝2', ' @A1']]), ';')).toEqual([["Ali,' =1+1;'＝2", "' @A1"]]);
    for (const phone of ['+998901234567', '+998 98 223 40 00', '+998 (90) 123-45-67']) {
      expect(parseCsv(textOf([[phone, null]]), ';')).toEqual([[`'${phone}`, '']]);
    }
  });

  it.each([{ format: 'csv' } as const, SHEET, { ...SHEET, separator: ';' } as const])(
    'a table as a file keeps numbers as numbers, and JSON as JSON of the same value in which no string begins a formula, in %j',
    (format) => {
      const { textOf } = fileOf('t', [column('number'), column('json')], format);
      const value = {
        '=a': ['=1+1', '-5', -5, 1e-7, ';=1', 'x;"＝2', '+998 98 223 40 00', 'a=b', 'a\n=1'],
        b: { '@c': 'Ali, -1' },
      };
      const separator = format.format === 'csv' ? ',' : format.separator;
      const [[number, json = ''] = []] = parseCsv(textOf([['-67.5', JSON.stringify(value)]]), separator);
      expect(number).toBe('-67.5');
      expect(JSON.parse(json)).toEqual(value);
      const strings = json.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
      expect(strings).toContain('"+998 98 223 40 00"');
      expect(strings.filter((string) => /(?:^"|[;,])["\s]*[=+\-@＝]/.test(string.replace('"+998', '"')))).toEqual([]);
    },
  );

  it('a table as a spreadsheet has the local time over a change of clocks', () => {
    const { textOf } = fileOf('t', [column('time')], { ...SHEET, timeZone: 'Europe/Berlin' });
    const times = [
      '2026-03-29T00:59:59.999Z',
      '2026-03-29T01:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ];
    expect(
      textOf(times.map((time) => [time]))
        .trimEnd()
        .split('\r\n'),
    ).toEqual(['2026-03-29 01:59:59', '2026-03-29 03:00:00', '2026-10-25 02:30:00', '2026-10-25 02:30:00']);
  });

  it('a table as a spreadsheet agrees with Intl on every time of two centuries, in every kind of zone', () => {
    const zones = fc.constantFrom(
      'Asia/Tashkent',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Monrovia',
    );
    const times = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zones, fc.array(times, { minLength: 1 }), (timeZone, dates) => {
        const { textOf } = fileOf('t', [column('time')], { ...SHEET, timeZone });
        const intl = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        const lines = textOf(dates.map((date) => [date.toISOString()]))
          .trimEnd()
          .split('\r\n');
        expect(lines).toEqual(dates.map((date) => intl.format(date)));
      }),
    );
  });
});

describe('a text that a spreadsheet could take for something else', () => {
  it.each([
    '007',
    '998901234567',
    '00998 90 123 45 67',
    '1.2.3',
    '1,5',
    '1e5',
    '12-05',
    '5/6',
    '3:40',
    '12:30 PM',
    '50%',
    '$5',
    '(5)',
    ' 7',
    '\u00a07',
    '٣',
    '5 Mar',
    '5 мая 2027',
    '1 234,56 UZS',
    'MARCH1',
    'Mar 5',
    'сен 1',
    'TRUE',
    'false',
    'ИСТИНА',
    '2026-11-22',
  ])('a text that a spreadsheet could take for something else is %j', (text) => {
    expect(couldBeValue(text)).toBe(true);
  });

  it.each([
    'Aziza',
    'O’zbekiston',
    'KRV-2026-000001',
    'lamp 2',
    'a@b.uz',
    '12 Navoi ko‘chasi, Toshkent',
    'v1.2.3',
    'Truefitt',
    '',
  ])('a text that a spreadsheet could take for something else is not %j', (text) => {
    expect(couldBeValue(text)).toBe(false);
  });
});
