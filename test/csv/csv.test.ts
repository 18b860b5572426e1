import fc from 'fast-check';
import { BYTE_ORDER_MARK, csvCell, csvRecords } from '../../src/domain/kernel/csv.ts';
import { parseCsv } from './parse.ts';

/** What a spreadsheet shows for a text: itself, behind an apostrophe where it would be a formula. */
function shown(text: string | null): string {
  if (text === null) return '';
  const first = text.charAt(0);
  const isPhone = /^\+[0-9]{7,15}$/.test(text) && !text.endsWith('\n');
  return first !== '' && '=+-@\t\r'.includes(first) && !isPhone ? `'${text}` : text;
}

const unit = fc.oneof(
  fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ',', ' ', '0', ';'),
  fc.string({ unit: 'binary' }),
);
const cell = fc.option(
  fc.oneof(
    fc.array(unit).map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme' }),
  ),
);

it('a CSV row is parsed back unchanged by an independent parser, for any text', () => {
  const columns = fc.integer({ min: 1, max: 5 });
  const table = columns.chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width })));
  fc.assert(
    fc.property(table, (rows) => {
      expect(parseCsv(csvRecords(rows))).toEqual(rows.map((row) => row.map(shown)));
    }),
    { numRuns: 500 },
  );
});

it.each([
  '=1+1',
  '=HYPERLINK("http://evil.example","click")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '+998901234567;=1',
  '+998 90 123-45-67',
  '+123456',
  '+1234567890123456',
  '+998901234567\n',
])('a CSV cell with %j is prefixed with an apostrophe', (text) => {
  expect(parseCsv(`${csvCell(text)}\r\n`)).toEqual([[`'${text}`]]);
});

it.each(['+998901234567', '+1234567', '+123456789012345', '998901234567', "'quoted", 'a=b', ' =1', 'Aziza', ''])(
  'leaves %j as it is',
  (text) => {
    expect(csvCell(text)).toBe(text);
  },
);

it('a CSV cell is quoted only if necessary', () => {
  expect(csvRecords([['a', null, 'b,c', 'say "hi"', 'two\nlines', '-1, 2']])).toBe(
    'a,,"b,c","say ""hi""","two\nlines","\'-1, 2"\r\n',
  );
});

it('a CSV file begins with the UTF-8 byte order mark', () => {
  expect([...Buffer.from(BYTE_ORDER_MARK)]).toEqual([0xef, 0xbb, 0xbf]);
});
