/**
 * Which limit: an admin's calls at once, the wait for a connection, or what one request may use of the database (time,
 * rows).
 */
export type DatabaseLimit = 'atOnce' | 'wait' | 'time' | 'rows';

const CODE = 'DATABASE_LIMIT_EXCEEDED';

/** Thrown in place of a statement's result. The message is shown to callers: what happened and what to do. */
export class DatabaseLimitExceeded extends Error {
  override readonly name = 'DatabaseLimitExceeded';
  /** MikroORM throws errors of its own in place of what a driver threw, with the same members: they tell it apart. */
  readonly code = CODE;

  constructor(
    readonly limit: DatabaseLimit,
    message: string,
  ) {
    super(message);
  }
}

/** The limit that an error means, also where MikroORM has copied it. */
export function limitOf(error: unknown): DatabaseLimit | undefined {
  const { code, limit } = error instanceof Error ? (error as Partial<DatabaseLimitExceeded>) : {};
  return code === CODE ? limit : undefined;
}
