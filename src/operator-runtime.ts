import { join } from 'node:path';
import type { DatabaseLocation } from './config.ts';
import { PASSWORD_COST } from './domain/auth/index.ts';
import type { Runtime } from './domain/kernel/operation.ts';
import { RuntimeState } from './domain/kernel/runtime-state.ts';
import type { Clock } from './model/ports.ts';
import { NO_TELEMETRY } from './model/work.ts';
import { explainDatabaseError, knownDatabaseProblem } from './persistence/database-errors.ts';
import { closeOrm, createOrm } from './persistence/orm.ts';
import { readSchemaState, type SchemaState, UNFINISHED_RESTORE } from './persistence/schema-state.ts';
import { type ReachedPostgres, reachEmbeddedPostgres } from './platform/embedded-postgres/reach.ts';

export interface OperatorRuntime {
  readonly runtime: Runtime;
  /** The remedy for an error of the database; undefined for every other error. */
  problemOf(error: unknown): string | undefined;
  /** Closes everything; the service's PostgreSQL keeps running. */
  close(): Promise<void>;
}

/**
 * The runtime of the command line: the database and the clock, which the operations of the system need. It creates no keys,
 * opens no storage and needs only the database settings, so that an operator can repair an installation with other invalid
 * settings. It never migrates: only a start of the service does.
 * @throws Error with the remedy if the database is unavailable, or its schema is of another version
 */
export async function openOperatorRuntime(
  location: DatabaseLocation,
  clock: Clock,
  warn: (message: string) => void,
): Promise<OperatorRuntime> {
  const database = await reachDatabase(location, warn);
  try {
    const opened = await open(database.url, clock, warn);
    return { ...opened, close: () => opened.close().finally(() => database.stop()) };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** The database of the settings. `stop` stops it if it was started for the command. @throws Error with the remedy */
export async function reachDatabase(
  { databaseUrl, dataDir }: DatabaseLocation,
  log: (message: string) => void,
): Promise<ReachedPostgres> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  return reachEmbeddedPostgres(join(dataDir, 'postgres'), log);
}

async function open(url: string, clock: Clock, warn: (message: string) => void): Promise<OperatorRuntime> {
  requireSameSchema(await schemaOf(url));
  const orm = await createOrm({ url, poolMax: 2, warn });
  const runtime: Runtime = {
    state: new RuntimeState(),
    em: () => orm.em,
    sessionDatabase: absent('sessionDatabase'),
    findSession: absent('findSession'),
    findServiceAccount: absent('findServiceAccount'),
    lists: { read: (work) => work(orm.em) },
    analytics: absent('analytics'),
    shares: absent('shares'),
    clock,
    warn,
    keys: absent('keys'),
    limits: absent('limits'),
    instanceLimits: absent('instanceLimits'),
    clientErrors: absent('clientErrors'),
    settings: absent('settings'),
    passwordCost: PASSWORD_COST,
    devices: absent('devices'),
    offers: absent('offers'),
    reports: absent('reports'),
    exports: absent('exports'),
    storage: absent('storage'),
    servedFiles: undefined,
    pingDatabase: absent('pingDatabase'),
    databaseAnswers: absent('databaseAnswers'),
    pingStorage: absent('pingStorage'),
    isReady: absent('isReady'),
    telemetry: NO_TELEMETRY,
  };
  return { runtime, problemOf: (error) => knownDatabaseProblem(error, url), close: () => closeOrm(orm) };
}

/** The first statement, which checks the connection. */
async function schemaOf(url: string): Promise<SchemaState> {
  try {
    return await readSchemaState(url);
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

/** A part that no operation of the system needs. Using it throws an error that names it. */
function absent(part: string): never {
  function rejectUse(): never {
    throw new Error(`the command line has no ${part}`);
  }
  return new Proxy(rejectUse, { get: rejectUse }) as never;
}

/** @throws Error that says which side is older */
function requireSameSchema({ empty, missing, unknown, isUnfinishedRestore }: SchemaState): void {
  if (isUnfinishedRestore) throw new Error(UNFINISHED_RESTORE);
  if (empty) {
    throw new Error(
      'The database is empty. Start the service once (npm start): it creates the tables and the first admin.',
    );
  }
  if (unknown.length > 0) {
    throw new Error(
      `A newer version of Karvon migrated the database (it has ${unknown.join(', ')}). Use the command line of that version.`,
    );
  }
  if (missing.length > 0) {
    throw new Error(
      `An older version of Karvon migrated the database (it lacks ${missing.join(', ')}). Start the service of this version to migrate it, or use the command line of that version.`,
    );
  }
}
