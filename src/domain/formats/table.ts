/** Tables that are streamed as files: typed columns and a source of rows. Lists are one source of them. */

/**
 * The type of the cells of a column. `text` is free text; `code` is text that the service makes, such as an id or an enum value;
 * `date` is a day of the calendar, `time` an RFC 3339 time in UTC; `json` is JSON text.
 */
export type CellType = 'text' | 'code' | 'number' | 'boolean' | 'date' | 'time' | 'json';

export interface Column {
  /** The name of the member in NDJSON, and in the first line of CSV. */
  readonly name: string;
  /** The name for people, in the first line of a spreadsheet. */
  readonly label: string;
  readonly type: CellType;
}

/** A value; a text may represent a value of any type, in PostgreSQL's notation. */
export type Cell = string | number | boolean | null;

/** The cells of one record, in the order of the columns. */
export type Row = readonly Cell[];

/** Rows in batches, read on demand; no batch is empty. `signal` cancels a running read and frees its resources. */
export type ReadRows = (signal: AbortSignal) => AsyncIterable<readonly Row[]>;

/** A table that the transport sends as a file while its rows are read. */
export interface FileExport {
  /** ASCII. */
  readonly fileName: string;
  readonly contentType: string;
  /** What the file begins with. */
  readonly head: string;
  readonly read: ReadRows;
  /** A batch as text. */
  readonly textOf: (rows: readonly Row[]) => string;
  /**
   * Called once, after the last row and before the end of the file, or when the client disconnects: writes the audit
   * entry.
   * @param rows number of rows written
   * @param complete false if the export was aborted
   */
  finished(rows: number, complete: boolean): Promise<void>;
}
