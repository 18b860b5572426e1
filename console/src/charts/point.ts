/** A part of a series. */
export interface Point {
  /** As the service names it. */
  readonly label: string;
  readonly now: number | null;
  /** It is not over yet, or only a part of it is in the range. */
  readonly isPartial?: boolean;
  /** The same part of the range before. */
  readonly before?: number | null | undefined;
  readonly beforeLabel?: string | null | undefined;
}

/** A number of each of some groups. */
export interface Bar {
  readonly name: string;
  readonly now: number | null;
  readonly before?: number | null | undefined;
}
