/** CSV as spreadsheets and RFC 4180 both read it: UTF-8 with a byte order mark, CRLF, quotes where they are needed. */

/** The cells of one record; null is an empty cell. */
export type CsvRow = readonly (string | null)[];

/** What an export operation gives: a transport writes it out while it is read. */
export interface CsvExport {
  /** Fixed per operation, plain ASCII. */
  readonly fileName: string;
  readonly columns: readonly string[];
  /** The rows in batches, read as they are asked for. `signal` stops a read under way and frees what it holds. */
  read(signal: AbortSignal): AsyncIterable<readonly CsvRow[]>;
  /**
   * Called once, after the last row and before the end of the file, or when the reader went away: leaves the audit entry.
   * @param rows written so far
   * @param complete false when the export was cut
   */
  finished(rows: number, complete: boolean): Promise<void>;
}

/** Tells spreadsheets that what follows is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const RECORD_END = '\r\n';
/** What makes a spreadsheet take a cell for a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA_START = /^[=+\-@\t\r]/;
const PLAIN_PHONE_NUMBER = /^\+\d{7,15}$/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Records as text, each ended by CRLF (RFC 4180, 2). */
export function csvRecords(rows: readonly CsvRow[]): string {
  let text = '';
  for (const row of rows) text += row.map(csvCell).join(',') + RECORD_END;
  return text;
}

/** One cell: what could be taken for a formula gets a leading apostrophe, but a plain phone number stays as it is. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const inert = FORMULA_START.test(value) && !PLAIN_PHONE_NUMBER.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
