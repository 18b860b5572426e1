import { wallClock } from './business-time.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, csvCell, quoted, RECORD_END } from './csv.ts';
import { inertJson, inertText } from './inert-text.ts';
import { couldBeValue } from './spreadsheet-text.ts';
import type { Cell, CellType, Column, FileExport } from './table.ts';

/** How a table is written. */
export type TableFormat =
  /** CSV for programs: RFC 4180 with a comma, times in UTC. */
  | { readonly format: 'csv' }
  /** A JSON object for each row, ended by a line feed. */
  | { readonly format: 'ndjson' }
  /** CSV for people, who open it with Excel or LibreOffice. */
  | SpreadsheetFormat;

export interface SpreadsheetFormat {
  readonly format: 'spreadsheet';
  readonly separator: ',' | ';' | '\t';
  readonly byteOrderMark: boolean;
  /** IANA name of a time zone. */
  readonly timeZone: string;
  readonly decimalSign: '.' | ',';
}

/** The text of a cell that has a value, with its quotes. */
type WriteCell = (cell: Exclude<Cell, null>) => string;

type TextFile = Pick<FileExport, 'fileName' | 'contentType' | 'head' | 'textOf'>;

/** How a table becomes a file. @param name of the file, without its extension */
export function fileOf(name: string, columns: readonly Column[], format: TableFormat): TextFile {
  if (format.format === 'ndjson') return ndjson(name, columns);
  return format.format === 'csv' ? csv(name, columns) : spreadsheet(name, columns, format);
}

function csv(name: string, columns: readonly Column[]): TextFile {
  const names = columns.map((column) => csvCell(column.name));
  return {
    fileName: `${name}.csv`,
    contentType: CSV_TYPE,
    head: names.join(',') + RECORD_END,
    textOf: records(
      columns.map(({ type }) => csvCellOf(type)),
      ',',
    ),
  };
}

function csvCellOf(type: CellType): WriteCell {
  if (type === 'number') return String;
  return type === 'json' ? (cell) => quoted(inertJson(String(cell))) : (cell) => csvCell(String(cell));
}

function spreadsheet(name: string, columns: readonly Column[], format: SpreadsheetFormat): TextFile {
  const { separator, byteOrderMark } = format;
  const needsQuotes = new RegExp(`[${separator}"\\r\\n]`);
  const text: WriteCell = (cell) => quoted(keptText(String(cell)), needsQuotes);
  const labels = columns.map(({ label }) => text(label));
  const isTabbed = separator === '\t';
  return {
    // Beside the CSV of the same list it must have a name of its own.
    fileName: `${name}-spreadsheet.${isTabbed ? 'tsv' : 'csv'}`,
    contentType: isTabbed ? 'text/tab-separated-values; charset=utf-8' : CSV_TYPE,
    head: (byteOrderMark ? BYTE_ORDER_MARK : '') + labels.join(separator) + RECORD_END,
    textOf: records(
      columns.map(({ type }) => spreadsheetCell(type, format, needsQuotes, text)),
      separator,
    ),
  };
}

function spreadsheetCell(
  type: CellType,
  { timeZone, decimalSign }: SpreadsheetFormat,
  needsQuotes: RegExp,
  text: WriteCell,
): WriteCell {
  if (type === 'time') {
    const local = wallClock(timeZone);
    return (cell) => local(new Date(String(cell)));
  }
  if (type === 'number') return (cell) => quoted(String(cell).replace('.', decimalSign), needsQuotes);
  if (type === 'text') return text;
  const inert = type === 'json' ? inertJson : inertText;
  return (cell) => quoted(inert(String(cell)), needsQuotes);
}

/** Text without formulas, with a leading apostrophe if a spreadsheet could read it as a number, a date or a truth value. */
function keptText(text: string): string {
  const inert = inertText(text);
  return couldBeValue(text) && !inert.startsWith("'") ? `'${inert}` : inert;
}

function records(cells: readonly WriteCell[], separator: string): TextFile['textOf'] {
  const textOfCell = (cell: Cell, at: number) => (cell === null ? '' : (cells[at]?.(cell) ?? ''));
  return (rows) => {
    let text = '';
    for (const row of rows) text += row.map(textOfCell).join(separator) + RECORD_END;
    return text;
  };
}

/** Numbers of JSON: PostgreSQL also knows NaN and infinities. */
const JSON_NUMBER = /^-?\d/;

const JSON_CELLS: Readonly<Record<CellType, WriteCell>> = {
  text: (cell) => JSON.stringify(String(cell)),
  code: (cell) => JSON.stringify(String(cell)),
  date: (cell) => JSON.stringify(String(cell)),
  time: (cell) => JSON.stringify(String(cell)),
  number: (cell) => (JSON_NUMBER.test(String(cell)) ? String(cell) : 'null'),
  boolean: String,
  json: String,
};

/** https://github.com/ndjson/ndjson-spec */
function ndjson(name: string, columns: readonly Column[]): TextFile {
  const members = columns.map((column) => `${JSON.stringify(column.name)}:`);
  const writers = columns.map(({ type }) => JSON_CELLS[type]);
  const member = (cell: Cell, at: number) => `${members[at]}${cell === null ? 'null' : writers[at]?.(cell)}`;
  return {
    fileName: `${name}.ndjson`,
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    textOf: (rows) => {
      let text = '';
      for (const row of rows) text += `{${row.map(member).join(',')}}\n`;
      return text;
    },
  };
}
