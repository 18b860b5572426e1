/**
 * The exceeded limit: concurrent calls of one admin, the wait for a connection, the database time or rows of one request,
 * or the patience of its client, who has left.
 */
export type DatabaseLimit = 'atOnce' | 'wait' | 'time' | 'rows' | 'left';

const CODE = 'DATABASE_LIMIT_EXCEEDED';

/** Thrown instead of returning a statement's result. The message is shown to callers: what happened and what to do. */
export class DatabaseLimitExceeded extends Error {
  override readonly name = 'DatabaseLimitExceeded';
  /** Identifies the error: MikroORM replaces driver errors by its own and copies their members. */
  readonly code = CODE;

  constructor(
    readonly limit: DatabaseLimit,
    message: string,
  ) {
    super(message);
  }
}

/** The limit that an error reports, also if MikroORM has copied the error; undefined for other errors. */
export function limitOf(error: unknown): DatabaseLimit | undefined {
  const { code, limit } = error instanceof Error ? (error as Partial<DatabaseLimitExceeded>) : {};
  return code === CODE ? limit : undefined;
}
