/**
 * The fields and edges that are read, as data: a transport makes it from the request, and persistence reads it as rows or as
 * JSON. It is a separate argument beside the input of an operation, which selects the records.
 */

/** What is read of a page of a list. */
export interface PageSelection {
  /** The records, or true if there are more of them. */
  readonly rows: boolean;
  /** How many match, wherever the page is. */
  readonly total: boolean;
  /** Their sums by currency. */
  readonly totals: boolean;
  /** The fields that they are counted by. */
  readonly facets: readonly string[];
  /** The place of each record in the list. */
  readonly cursors: boolean;
  /** True if PostgreSQL writes the records as JSON instead of rows. */
  readonly asJson: boolean;
  readonly record: Selection;
}

/** Whole records and their number, as REST reads them. */
export const WHOLE_PAGE: PageSelection = {
  rows: true,
  total: true,
  totals: false,
  facets: [],
  cursors: false,
  asJson: false,
  record: { fields: undefined, members: [] },
};

/** What is read of a record. */
export interface Selection {
  /** The needed fields, including those of resolvers; undefined for all fields. */
  readonly fields: readonly string[] | undefined;
  /** What the caller names of it, in its order. */
  readonly members: readonly SelectedMember[];
}

/** `as` is the caller's name for it: ASCII letters, digits and `_`. */
export type SelectedMember =
  | StoredMember
  | { readonly as: string; readonly edge: SelectedEdge }
  /** Members that are resolved separately: computed fields, and edges that the statement of the list cannot read. */
  | { readonly as: string; readonly isApart: true };

/** A member that is derived from stored fields of the record. */
export type StoredMember = { readonly as: string } & (
  | { readonly field: string }
  /** The same JSON in every record. */
  | { readonly json: string }
  /** The id of a part: its name and the id of its record, such as `presence:<id of the device>`. */
  | { readonly idOf: string }
  | { readonly part: SelectedPart }
);

/** A part of a record, which is made of fields of it. */
export interface SelectedPart {
  readonly members: readonly StoredMember[];
  /** A field of the record without which the part is null. */
  readonly unlessNull: string | undefined;
}

/** The target of an edge: a record, or a list of at most `first` records, which are its last ones if `isBackward`. */
export interface SelectedEdge {
  /** Of the edge, as its record declares it. */
  readonly name: string;
  readonly first: number;
  readonly isBackward: boolean;
  readonly record: Selection;
  /** The members of the object around a page: those without JSON hold the records. */
  readonly page: readonly { readonly as: string; readonly json?: string }[] | undefined;
}
