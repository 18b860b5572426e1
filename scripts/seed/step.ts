import type pg from 'pg';
import type { Timeline } from './timeline.ts';

/** What a run makes. Sizes follow the number of devices. */
export interface Plan {
  readonly devices: number;
  readonly customers: number;
  readonly preorders: number;
  readonly audit: number;
  readonly batchSize: number;
  readonly batches: number;
  /** Customers, batches and so on that were there before: new ones are numbered after them. */
  readonly before: { readonly customers: number; readonly batches: number };
  /** The business time zone. */
  readonly zone: string;
  readonly timeline: Timeline;
  readonly prefix: string;
  readonly passwordHash: string;
}

/** How many sales there are is known once the lives of the devices are. */
export interface Facts extends Plan {
  readonly sales: number;
}

/** A step of the seed. Each chunk is committed with the note that it is done, so that a stopped run continues there. */
export interface Step {
  /** What it makes, for the progress. */
  readonly name: string;
  /** Numbers from 1 to this are made in chunks; without it, the step is one chunk. */
  readonly of?: (facts: Facts) => number;
  readonly chunk?: number;
  /** Tables whose live events are not told: nobody watches a history being written. */
  readonly quiet?: readonly string[];
  /** Tables of it that later steps read: they are analyzed when it is done. PostgreSQL plans for an empty table until then. */
  readonly fills?: readonly string[];
  /** Runs one chunk. @returns how many rows it made */
  readonly run: (client: pg.ClientBase, facts: Facts, from: number, to: number) => Promise<number>;
}

/** A step of SQL statements; the rows of the first are counted. */
export function sqlStep(
  step: Omit<Step, 'run'>,
  sql: (facts: Facts, from: number, to: number) => string | readonly string[],
): Step {
  return {
    ...step,
    async run(client, facts, from, to) {
      const statements = [sql(facts, from, to)].flat();
      let made = 0;
      for (const [index, statement] of statements.entries()) {
        const { rowCount } = await client.query(statement);
        if (index === 0) made = rowCount ?? 0;
      }
      return made;
    },
  };
}
