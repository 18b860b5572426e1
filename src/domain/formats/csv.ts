import { inertText } from './inert-text.ts';

/** CSV for both spreadsheets and RFC 4180: UTF-8, CRLF, quotes where they are needed. */

/** The cells of one record; null is an empty cell. */
export type CsvRow = readonly (string | null)[];

/** Marks a file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const CSV_TYPE = 'text/csv; charset=utf-8';

export const RECORD_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/** Formats rows, each ended by CRLF (RFC 4180, 2). */
export function csvRecords(rows: readonly CsvRow[]): string {
  let text = '';
  for (const row of rows) text += row.map(csvCell).join(',') + RECORD_END;
  return text;
}

/** Formats one cell of text, which no spreadsheet takes for a formula. */
export function csvCell(value: string | null): string {
  return value === null ? '' : quoted(inertText(value));
}

/** A cell in quotes if it needs them (RFC 4180, 2.5 to 2.7). @param needsQuotes matches the separator, `"`, CR and LF */
export function quoted(cell: string, needsQuotes = NEEDS_QUOTES): string {
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
