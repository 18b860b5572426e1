import { readNamedObjects } from '../objects/named-objects.ts';
import { keepPartitions } from '../sql/partition-lock.ts';
import { openCopySession } from './copy-session.ts';
import { quoted, readSequences, readTables, rowsOf, type SequenceState, type TableShape } from './tables.ts';

/** Everything in a database at one moment. */
export interface Snapshot {
  readonly takenAt: Date;
  /** As `server_version_num`. */
  readonly postgres: number;
  /** Those that were applied, in their order. */
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  /** SHA-256 of the objects that the rows name. */
  readonly objects: readonly string[];
  /** The rows of a table in the text form of COPY. */
  rows(table: TableShape): AsyncIterable<Buffer>;
  sequences(): Promise<Record<string, SequenceState>>;
  close(): Promise<void>;
}

/**
 * Opens a snapshot (REPEATABLE READ) of a database in use. It holds the weakest lock on every table, which only a change of the schema
 * waits for. Jobs leave partitions as they are meanwhile.
 * @throws Error with the remedy
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const session = await openCopySession(url);
  const { client } = session;
  try {
    await keepPartitions(client);
    const names = (await readTables(client)).map(({ name }) => quoted(name));
    await client.query('begin isolation level repeatable read, read only');
    // LOCK takes no snapshot: the first select does, of tables that nobody alters any more.
    await client.query(`lock table ${names.join(', ')} in access share mode`);
    const tables = await readTables(client);
    const facts = await client.query<{ takenAt: Date; postgres: number }>(
      `select now() as "takenAt", current_setting('server_version_num')::int as postgres`,
    );
    const migrations = await client.query<{ name: string }>('select name from migration order by id');
    const objects = await readNamedObjects(client);
    const { takenAt, postgres } = facts.rows[0] ?? { takenAt: new Date(Number.NaN), postgres: 0 };
    return {
      takenAt,
      postgres,
      migrations: migrations.rows.map(({ name }) => name),
      tables,
      objects,
      rows: (table) => session.copyOut(rowsOf(table)),
      sequences: () => readSequences(client),
      close: session.close,
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}
