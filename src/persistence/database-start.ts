import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import pg from 'pg';
import { classifyDatabaseError } from './database-error-classes.ts';
import { addressOf, type DatabaseAddress, explainDatabaseError } from './database-errors.ts';

/** For a database that starts after the service: at boot, in a compose file, in a failover. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 500;
const TELL_AGAIN_MS = 10_000;
/** A connection attempt without a reply is retried after this time. */
const ATTEMPT_MS = 5_000;
const OLDEST_VERSION = 150_000;

export interface WaitSettings {
  readonly warn: (message: string) => void;
  /** Aborts the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Default 60 s. */
  readonly patienceMs?: number | undefined;
}

/**
 * Waits until the database answers, logging the wait, and checks that it can store the service's data. Errors that waiting
 * cannot fix (a wrong password, a missing database) end it immediately.
 * @throws Error with the address, the setting and the remedy
 */
export async function waitForDatabase(url: string, settings: WaitSettings): Promise<void> {
  const { warn, signal, patienceMs = PATIENCE_MS } = settings;
  const startedAt = performance.now();
  let tellAt = startedAt;
  for (;;) {
    signal?.throwIfAborted();
    const facts = await readFacts(url).catch((error: unknown) => {
      const now = performance.now();
      const problem = explainDatabaseError(error, url);
      if (!mayPass(error)) throw problem;
      if (now - startedAt >= patienceMs) {
        problem.message = `Waited ${Math.round(patienceMs / 1000)} s for the database. ${problem.message}`;
        throw problem;
      }
      if (now >= tellAt) {
        tellAt = now + TELL_AGAIN_MS;
        warn(`waiting for the database: ${problem.message}`);
      }
      return undefined;
    });
    if (facts) {
      const address = addressOf(url);
      const problem = problemOf(facts, address);
      if (problem !== undefined) throw new Error(problem);
      for (const warning of warningsOf(facts, address)) warn(warning);
      return;
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}

/** Whether the database is starting, out of connections or not yet reachable. A missing socket is ENOENT. */
function mayPass(error: unknown): boolean {
  const fault = classifyDatabaseError(error);
  if (fault === 'unavailable' || fault === 'overloaded') return true;
  return (
    isNativeError(error) &&
    'code' in error &&
    error.code === 'ENOENT' &&
    'syscall' in error &&
    error.syscall === 'connect'
  );
}

/** Properties that decide whether a database can store the service's data. */
export interface DatabaseFacts {
  /** As `server_version_num`: 150004. */
  readonly version: number;
  readonly encoding: string;
  readonly characterType: string;
  /** Those of fsync, full_page_writes and synchronous_commit that are off. */
  readonly off: readonly string[];
  readonly hasTrigrams: boolean;
  /** Whether lower('Ё') is 'ё'; undefined where the encoding has no such letter. */
  readonly foldsCyrillic: boolean | undefined;
  readonly readOnly: boolean;
}

async function readFacts(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ATTEMPT_MS,
    query_timeout: ATTEMPT_MS,
  });
  // A connection lost between two statements makes the next one fail.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Omit<DatabaseFacts, 'foldsCyrillic'>>(FACTS);
    const [facts] = rows;
    if (!facts) throw new TypeError('a select without from has one row');
    if (facts.encoding !== 'UTF8') return { ...facts, foldsCyrillic: undefined };
    const folded = await client.query<{ folds: boolean }>(`select lower('Ё') = 'ё' as folds`);
    return { ...facts, foldsCyrillic: folded.rows[0]?.folds };
  } finally {
    await client.end().catch(() => undefined);
  }
}

// pg_settings builds a row for every setting, and pg_available_extensions reads a file for every extension: they took 5 ms of
// each start. The second is read only for a database that is still to be migrated.
const FACTS = `
  select current_setting('server_version_num')::int as "version",
         current_setting('server_encoding') as "encoding",
         (select datctype from pg_database where datname = current_database()) as "characterType",
         array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) as name
                where current_setting(name) = 'off') as "off",
         case when exists (select from pg_extension where extname = 'pg_trgm') then true
              else exists (select from pg_available_extensions where name = 'pg_trgm') end as "hasTrigrams",
         current_setting('transaction_read_only') = 'on' as "readOnly"`;

/** Why a database cannot store the service's data, and the remedy; undefined if it can. */
export function problemOf(facts: DatabaseFacts, { server, database, role }: DatabaseAddress): string | undefined {
  const at = `PostgreSQL at ${server} (DATABASE_URL)`;
  if (facts.version < OLDEST_VERSION) {
    return `${at} is version ${Math.floor(facts.version / 10_000)}, but Karvon requires 15 or newer. Upgrade it, or use another server.`;
  }
  if (facts.encoding !== 'UTF8') {
    return `The database "${database}" of ${at} has the encoding ${facts.encoding}, but Karvon requires UTF8. Create another database and use it in DATABASE_URL: ${createDatabase(role)}.`;
  }
  const [off] = facts.off;
  if (off !== undefined) {
    return `${at} runs with ${off} = off, so acknowledged writes can be lost. Set ${off} = on.`;
  }
  if (!facts.hasTrigrams) {
    return `${at} has no extension pg_trgm. Install PostgreSQL's contrib modules there (on Debian, they are part of the package postgresql).`;
  }
  return undefined;
}

function warningsOf(facts: DatabaseFacts, { server, database, role }: DatabaseAddress): string[] {
  const warnings: string[] = [];
  if (facts.foldsCyrillic === false) {
    warnings.push(
      `the locale ${facts.characterType} of the database "${database}" at ${server} does not fold the case of Cyrillic: a search for ёлка will not find ЁЛКА. Move the data with pg_dump to a database with a UTF-8 locale and use that in DATABASE_URL: ${createDatabase(role)}`,
    );
  }
  if (facts.readOnly) {
    warnings.push(
      `the database "${database}" at ${server} is read-only: every write fails until DATABASE_URL points to the primary or default_transaction_read_only is off`,
    );
  }
  return warnings;
}

function createDatabase(role: string): string {
  return `CREATE DATABASE <name> OWNER "${role}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`;
}
