import pg from 'pg';
import { explainDatabaseError } from './database-errors.ts';

/** The collation of names. It belongs to the service, because only the owner may refresh its version (ADR 40). */
const NAME_ORDER = 'name_order';
/** Any fixed number: the advisory lock of concurrent starts. */
const REBUILD_LOCK = 7_462_118_002;
/** The maximum wait of an index build for writes of other instances to the table. */
const LOCK_TIMEOUT_MS = 60_000;

/** The ICU version of the indexes of a database, and that of its server. */
export interface NameOrderVersions {
  /** False where the server was built without ICU when the database was migrated. */
  readonly isIcu: boolean;
  readonly indexed: string | null;
  readonly server: string | null;
}

type Queryable = Pick<pg.ClientBase, 'query'>;

export async function readNameOrder(client: Queryable): Promise<NameOrderVersions & { readonly oid: string }> {
  const { rows } = await client.query<NameOrderVersions & { oid: string }>(
    `select oid::text, collprovider = 'i' as "isIcu", collversion as indexed, pg_collation_actual_version(oid) as server
       from pg_collation where oid = to_regcollation($1)`,
    [NAME_ORDER],
  );
  const [found] = rows;
  if (!found) throw new Error(`The collation ${NAME_ORDER} is missing: restore it, or a backup of the database.`);
  return found;
}

/**
 * Rebuilds the indexes of names if the server sorts by another version of ICU than the one that built them, as after an upgrade
 * of the operating system. One of the instances that start does it, and the others wait.
 * @throws Error with the remedy if a table is in use for longer than a minute
 */
export async function keepNameOrder(url: string, warn: (message: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A connection lost between two statements makes the next one fail.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const versions = await readNameOrder(client);
    if (!versions.isIcu) {
      warn(
        'names are sorted by code point, because PostgreSQL had no ICU when this database was migrated: capitals before small letters, and Ё, Ў, Қ and Oʻ out of place. To change that, see docs/api/names.md',
      );
    } else if (isOutdated(versions)) await rebuild(client, warn);
  } catch (error) {
    throw explainDatabaseError(error, url);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function rebuild(client: pg.Client, warn: (message: string) => void): Promise<void> {
  const { rows: state } = await client.query(`select current_setting('transaction_read_only') = 'on' as "readOnly"`);
  if (state[0]?.readOnly) {
    warn('names may be sorted wrongly: the indexes are of another version of ICU, and the database is read-only');
    return;
  }
  await client.query('set lock_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [REBUILD_LOCK]);
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const versions = await readNameOrder(client);
  if (!isOutdated(versions)) return;
  const { rows: indexes } = await client.query<{ name: string }>(
    `select distinct objid::regclass::text as name from pg_depend
      where classid = 'pg_class'::regclass and refclassid = 'pg_collation'::regclass and refobjid = $1
        and objid in (select indexrelid from pg_index) order by 1`,
    [versions.oid],
  );
  warn(
    `ICU sorts by version ${versions.server}, the indexes of names by ${versions.indexed}: rebuilding ${indexes.length} of them`,
  );
  for (const { name } of indexes) await client.query(`reindex index ${name}`);
  // Last, so that a start that is interrupted before this rebuilds all of them again.
  await client.query(`alter collation ${NAME_ORDER} refresh version`);
  warn(`rebuilt ${indexes.length} indexes of names`);
}

function isOutdated({ isIcu, indexed, server }: NameOrderVersions): boolean {
  return isIcu && indexed !== server;
}

/**
 * The reason why a standby of the database cannot be read, if there is one: its indexes are copies of the primary's, byte by
 * byte.
 */
export async function nameOrderProblem(standby: Queryable): Promise<string | undefined> {
  const versions = await readNameOrder(standby);
  if (!isOutdated(versions)) return undefined;
  return `it sorts names by version ${versions.server} of ICU, and the indexes of the primary are of ${versions.indexed}. Install the same PostgreSQL packages on both`;
}
