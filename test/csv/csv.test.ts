import fc from 'fast-check';
import { BYTE_ORDER_MARK, csvCell, csvRecords } from '../../src/domain/formats/csv.ts';
import { parseCsv } from './parse.ts';

const PLAIN_PHONE = /^\+[0-9]{7,15}$/;

/** What a spreadsheet shows for a text: itself, behind an apostrophe where a part of it would be a formula. */
function shown(text: string | null): string {
  if (text === null) return '';
  if (PLAIN_PHONE.test(text)) return text;
  const inert = text
    .split(/([;,\t\n\v\f\r\u0085\u2028\u2029])/)
    .map((part) => (beginsFormula(part) ? `'${part}` : part))
    .join('');
  return text !== '' && '\t\n\r'.includes(text.charAt(0)) ? `'${inert}` : inert;
}

function beginsFormula(cell: string): boolean {
  const [first = ''] = cell.replace(/^[\p{Zs}\p{Cc}\p{Cf}"]+/u, '');
  return first !== '' && '=+-@＝＋－＠﹦﹢﹣﹫−⁼⁺⁻₌₊₋﬩'.includes(first);
}

const unit = fc.oneof(
  fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', "'", ',', ' ', '0', ';', '\u200b', '＝', '\u2028'),
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

/** The cells of a file as Excel splits it: quotes count at the beginning of a cell only, and what follows the closing one is text. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= file.length) {
    let cell = '';
    if (file[at] === '"') {
      at += 1;
      while (at < file.length && (file[at] !== '"' || file[at + 1] === '"')) {
        cell += file.charAt(at);
        at += file[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < file.length && !`${separator}\r\n`.includes(file.charAt(at))) {
      cell += file.charAt(at);
      at += 1;
    }
    cells.push(cell);
    at += 1;
  }
  return cells;
}

it.each([',', ';', '\t'])(
  'no cell of a CSV file is a formula, for any text, where a spreadsheet splits at %j',
  (separator) => {
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, (rows) => {
        const texts = rows.map((row) => row.filter((text) => text === null || !PLAIN_PHONE.test(text)));
        expect(cellsOf(csvRecords(texts), separator).filter(beginsFormula)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  },
);

it.each([
  '=1+1',
  '=HYPERLINK("http://evil.example","click")',
  '+1',
  '-2+3',
  '@SUM(A1)',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\u202d+1+1',
  '"=1"',
  '" =1',
  '＝1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '\u22121',
  '\t1',
  '\r1',
  '\n1',
  '+998-90-123-45-67',
  '+998 90 123-45-67|A1',
  '+998  90 123',
  '+123456',
  '+1 23456',
  '+1234567890123456',
  '+998 (90',
])('a CSV cell with %j is prefixed with an apostrophe', (text) => {
  expect(parseCsv(`${csvCell(text)}\r\n`)).toEqual([[`'${text}`]]);
});

it.each([
  ['Ali;=1+1;', "Ali;'=1+1;"],
  ['Ali, =1+1', "Ali,' =1+1"],
  ['Ali;"=1+1"', 'Ali;\'"=1+1"'],
  ['Ali;;;@A1', "Ali;;;'@A1"],
  ['Ali\t-1+1', "Ali\t'-1+1"],
  ['Ali\n+1+1\r＝1', "Ali\n'+1+1\r'＝1"],
  ['Ali\u2028=1', "Ali\u2028'=1"],
  ['=1;=2', "'=1;'=2"],
  ['\t=1', "'\t'=1"],
  ['\r\n=1', "'\r\n'=1"],
  ['+998901234567;=1', "'+998901234567;'=1"],
  ['+998901234567\n', "'+998901234567\n"],
  ['call +998 90 123 45 67, +998 91 123 45 67', "call +998 90 123 45 67,' +998 91 123 45 67"],
])('a CSV cell with %j becomes %j: each part is a cell of its own to a spreadsheet', (text, inert) => {
  expect(parseCsv(`${csvCell(text)}\r\n`)).toEqual([[inert]]);
});

it.each([
  '+998901234567',
  '+1234567',
  '+123456789012345',
  '+998 98 223 40 00',
  '+998 90 123-45-67',
  '+998 (90) 123-45-67',
  '+998(90)1234567',
  '+7\u00a0495\u00a0123\u00a045\u00a067',
  '998901234567',
  "'quoted",
  "'=1",
  'a=b',
  'a;b=c',
  '1;2',
  'Aziza',
  '',
])('csvCell leaves %j as it is', (text) => {
  expect(parseCsv(`${csvCell(text)}\r\n`)).toEqual([[text]]);
});

it('a text that is long and full of blanks is checked in linear time', () => {
  const blanks = '\ufeff "'.repeat(100_000);
  expect(csvCell(blanks)).toBe(`"${blanks.replaceAll('"', '""')}"`);
  expect(csvCell(`+1${' 1'.repeat(100_000)}`)).toMatch(/^'/);
});

it('a CSV cell is quoted only if necessary', () => {
  expect(csvRecords([['a', null, 'b,c', 'say "hi"', 'two\nlines', '-1, 2']])).toBe(
    'a,,"b,c","say ""hi""","two\nlines","\'-1, 2"\r\n',
  );
});

it('a CSV file begins with the UTF-8 byte order mark', () => {
  expect([...Buffer.from(BYTE_ORDER_MARK)]).toEqual([0xef, 0xbb, 0xbf]);
});
