/**
 * The exceeded limit, with its numbers: concurrent calls of one admin, the wait for a connection, the database time or rows of one
 * request, or the patience of its client, who has left.
 */
export type DatabaseLimit =
  | { readonly limit: 'requests' }
  | { readonly limit: 'exports'; readonly running: number; readonly waiting: number }
  | { readonly limit: 'analytics'; readonly maximum: number }
  | { readonly limit: 'queue' }
  | { readonly limit: 'connection'; readonly seconds: number }
  | { readonly limit: 'unread' }
  | { readonly limit: 'time'; readonly seconds: number }
  | { readonly limit: 'rows'; readonly maximum: number }
  | { readonly limit: 'left' };

const CODE = 'DATABASE_LIMIT_EXCEEDED';

/** Thrown instead of returning a statement's result. Callers are told by src/domain/client-errors.ts. */
export class DatabaseLimitExceeded extends Error {
  override readonly name = 'DatabaseLimitExceeded';
  /** Identifies the error: MikroORM replaces driver errors by its own and copies their members. */
  readonly code = CODE;

  readonly exceeded: DatabaseLimit;

  constructor(exceeded: DatabaseLimit) {
    super(`The limit of a request is exceeded: ${JSON.stringify(exceeded)}.`);
    this.exceeded = exceeded;
  }
}

/** The limit that an error reports, also if MikroORM has copied the error; undefined for other errors. */
export function limitOf(error: unknown): DatabaseLimit | undefined {
  const { code, exceeded } = error instanceof Error ? (error as Partial<DatabaseLimitExceeded>) : {};
  return code === CODE ? exceeded : undefined;
}
