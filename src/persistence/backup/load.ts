import type pg from 'pg';
import { type CopySession, openCopySession } from './copy-session.ts';
import { RowCounter, type RowSums } from './row-sums.ts';
import { OWN, quoted, readSequences, readTables, rowsOf, type SequenceState, type TableShape } from './tables.ts';

/** A day or a month of history: nothing else is a partition (heartbeat-partitions.ts, device-days.ts). */
const PARTITION_BOUND = /^(?:DEFAULT|FOR VALUES FROM \('[\d :.+-]{10,40}'\) TO \('[\d :.+-]{10,40}'\))$/;

/** A transaction that fills the tables of a migrated database with those of a backup. */
export interface Load {
  /** Writes the rows of a table, which has this shape in the backup. */
  rows(table: TableShape, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Sets the sequences, and puts constraints and triggers back. */
  finish(sequences: Readonly<Record<string, SequenceState>>): Promise<void>;
  /** The sums of a table as it is now. */
  sums(table: TableShape): Promise<RowSums>;
  sequences(): Promise<Record<string, SequenceState>>;
  commit(): Promise<void>;
  /** Rolls back what was not committed. */
  close(): Promise<void>;
}

/**
 * Begins the load: empties every table, which the migrations have given a few rows, and takes away triggers and foreign keys until
 * `finish`. Triggers would count rows into tallies that are copied themselves; foreign keys would need an order of the tables.
 * The owner of the tables may do all of it.
 * @throws Error if the tables are not those of the backup
 */
export async function beginLoad(url: string, tables: readonly TableShape[]): Promise<Load> {
  const session = await openCopySession(url);
  const { client } = session;
  try {
    await client.query('begin');
    requireSameTables(await readTables(client), tables);
    for (const table of tables) await addPartitions(client, table);
    const triggers = await readTriggers(client);
    const foreignKeys = await readForeignKeys(client);
    for (const { table } of triggers) await client.query(`alter table ${table} disable trigger user`);
    for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    return loadOf(session, async () => {
      for (const { table, name, definition } of foreignKeys) {
        await client.query(`alter table ${table} add constraint ${name} ${definition}`);
      }
      for (const { table, name, enabled } of triggers) {
        await client.query(`alter table ${table} ${ENABLE[enabled] ?? 'enable'} trigger ${name}`);
      }
    });
  } catch (error) {
    await session.close();
    throw error;
  }
}

function loadOf(session: CopySession, restoreConstraints: () => Promise<void>): Load {
  const { client } = session;
  return {
    rows: (table, rows) => session.copyIn(`${quoted(table.name)} (${table.columns.map(quoted).join(', ')})`, rows),
    async finish(sequences) {
      for (const [name, { last, called }] of Object.entries(sequences)) {
        await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, called]);
      }
      await restoreConstraints();
    },
    async sums(table) {
      const counter = new RowCounter();
      for await (const piece of session.copyOut(rowsOf(table))) counter.add(piece);
      return counter.sums();
    },
    sequences: () => readSequences(client),
    async commit() {
      await client.query('commit');
    },
    close: session.close,
  };
}

/** The words of ALTER TABLE for pg_trigger.tgenabled. */
const ENABLE: Readonly<Record<string, string>> = {
  O: 'enable',
  A: 'enable always',
  R: 'enable replica',
  D: 'disable',
};

interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly enabled: string;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function readTriggers(client: pg.Client): Promise<Trigger[]> {
  const { rows } = await client.query<Trigger>(
    `select c.oid::regclass::text as "table", quote_ident(t.tgname) as name, t.tgenabled as enabled
       from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
      where not t.tgisinternal and t.tgparentid = 0 and ${OWN} order by 1, 2`,
  );
  return rows;
}

async function readForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.oid::regclass::text as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      where k.contype = 'f' and k.conparentid = 0 and ${OWN} order by 1, 2`,
  );
  return rows;
}

/** @throws Error that names a table or column that one of both lacks */
function requireSameTables(present: readonly TableShape[], wanted: readonly TableShape[]): void {
  const columnsOf = (tables: readonly TableShape[]) =>
    new Set(tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`)));
  const [here, there] = [columnsOf(present), columnsOf(wanted)];
  const missing = [...there].find((column) => !here.has(column));
  const extra = [...here].find((column) => !there.has(column) && !column.startsWith('unfinished_restore.'));
  if (missing !== undefined)
    throw new Error(`The backup has ${missing}, which the migrations of its version do not make.`);
  if (extra !== undefined) throw new Error(`The backup lacks ${extra}, which the migrations of its version make.`);
}

/** The partitions of days and months, so that no row has to go to the default one. */
async function addPartitions(client: pg.Client, { name: parent, partitions }: TableShape): Promise<void> {
  for (const { name, bound } of partitions) {
    if (!PARTITION_BOUND.test(bound)) throw new Error(`The backup has a partition ${name} with unknown bounds.`);
    const { rows } = await client.query('select to_regclass($1) is not null as "exists"', [quoted(name)]);
    if (!rows[0]?.exists) {
      await client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound}`);
    }
  }
}
