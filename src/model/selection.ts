/**
 * What is read of records, as data: a transport makes it of what its caller asks for, and persistence writes it as rows or as JSON. It
 * stands beside the input of an operation, which says which records are meant.
 */

/** What is read of a page of a list. */
export interface PageSelection {
  /** The records, or whether there are more of them. */
  readonly rows: boolean;
  /** How many match, wherever the page is. */
  readonly total: boolean;
  /** Their sums by currency. */
  readonly totals: boolean;
  /** The place of each record in the list. */
  readonly cursors: boolean;
  /** Whether PostgreSQL writes the records as JSON, in the place of rows. */
  readonly asJson: boolean;
  readonly record: Selection;
}

/** What is read of a record. */
export interface Selection {
  /** The fields that are needed, by resolvers too; undefined for all of them. */
  readonly fields: readonly string[] | undefined;
  /** What the caller names of it, in its order. */
  readonly members: readonly SelectedMember[];
}

/** `as` is what the caller calls it: a word of ASCII letters, digits and `_`. */
export type SelectedMember =
  | StoredMember
  | { readonly as: string; readonly edge: SelectedEdge }
  /** What is resolved apart: computed fields, and edges that the statement of the list cannot read. */
  | { readonly as: string; readonly isApart: true };

/** A member that is made of stored fields of the record. */
export type StoredMember = { readonly as: string } & (
  | { readonly field: string }
  /** The same JSON in every record. */
  | { readonly json: string }
  /** The id of a part: a word and the id of its record, as `presence:<id of the device>`. */
  | { readonly idOf: string }
  | { readonly part: SelectedPart }
);

/** A part of a record, which is made of fields of it. */
export interface SelectedPart {
  readonly members: readonly StoredMember[];
  /** A field of the record without which the part is null. */
  readonly unlessNull: string | undefined;
}

/** What an edge leads to: a record, or a list of at most `first`. */
export interface SelectedEdge {
  /** Of the edge, as its record declares it. */
  readonly name: string;
  readonly first: number;
  readonly record: Selection;
  /** The members of the object around a page: those without JSON hold the records. */
  readonly page: readonly { readonly as: string; readonly json?: string }[] | undefined;
}
