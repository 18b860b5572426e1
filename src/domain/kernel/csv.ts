/** CSV for both spreadsheets and RFC 4180: UTF-8 with a byte order mark, CRLF, quotes where they are needed. */

/** The cells of one record; null is an empty cell. */
export type CsvRow = readonly (string | null)[];

/** The result of an export operation; the transport writes the rows while they are read. */
export interface CsvExport {
  /** The file name: fixed per operation, ASCII. */
  readonly fileName: string;
  readonly columns: readonly string[];
  /** The rows in batches, read on demand. `signal` cancels a running read and frees its resources. */
  read(signal: AbortSignal): AsyncIterable<readonly CsvRow[]>;
  /**
   * Called once, after the last row and before the end of the file, or when the client disconnects: writes the audit
   * entry.
   * @param rows number of rows written
   * @param complete false if the export was aborted
   */
  finished(rows: number, complete: boolean): Promise<void>;
}

/** Marks a file as UTF-8 for spreadsheets. */
export const BYTE_ORDER_MARK = '\uFEFF';

const RECORD_END = '\r\n';
/**
 * The first characters of a cell that spreadsheets treat as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA_START = /^[=+\-@\t\r]/;
const PLAIN_PHONE_NUMBER = /^\+\d{7,15}$/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Formats rows, each ended by CRLF (RFC 4180, 2). */
export function csvRecords(rows: readonly CsvRow[]): string {
  let text = '';
  for (const row of rows) text += row.map(csvCell).join(',') + RECORD_END;
  return text;
}

/** Formats one cell. A possible formula gets a leading apostrophe, except for a plain phone number. */
export function csvCell(value: string | null): string {
  if (value === null) return '';
  const inert = FORMULA_START.test(value) && !PLAIN_PHONE_NUMBER.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
