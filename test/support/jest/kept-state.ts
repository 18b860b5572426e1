import type { Client } from 'pg';
import { until } from '../until.ts';

/** What a database has had once, to have it again. */
export interface KeptState {
  /**
   * Gives all tables and sequences their rows and values again. It waits until nobody works in the database.
   * @returns false, and nothing is changed, if its schema or its statistics are others now
   */
  restore(): Promise<boolean>;
  end(): Promise<void>;
}

/** Each table with rows: its columns that can be written, and its rows. Partitions stand for their table. */
const TABLES = `
  select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     and pg_relation_size(c.oid) > 0
   group by c.oid`;

const SEQUENCES = `
  select coalesce(jsonb_agg(jsonb_build_object('name', format('%I.%I', schemaname, sequencename), 'last', last_value)), '[]') as kept
    from pg_sequences where schemaname = 'public'`;

/** Partitions come and go. */
const SCHEMA = `
  with stored as (select * from pg_class where relnamespace = 'public'::regnamespace and not relispartition)
  select md5(string_agg(part, ' ' order by part)) as schema from (
    select concat_ws('.', oid, relkind, relnatts, case when relkind = 'r' then reltuples end) as part from stored
    union all select concat_ws('.', oid, tgenabled) from pg_trigger where tgparentid = 0 and tgrelid in (select oid from stored)
    union all select concat_ws('.', oid, xmin) from pg_constraint where conparentid = 0 and conrelid in (select oid from stored)
    union all select concat_ws('.', oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
  ) as parts`;

/** Days of heartbeats, and months of the days of devices. */
const PARTITIONS = `
  select c.oid::regclass::text as name from pg_class c
   where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace`;

/** Not TRUNCATE, which makes a file anew for each table and index. What forbids changes of the audit log even to a replica is off meanwhile. */
const EMPTY_TABLES = `
  do $$
  declare
    written regclass;
    guard name;
    guards name[];
  begin
    for written in
      select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
    loop
      guards := array(select tgname from pg_trigger where tgrelid = written and tgenabled = 'A');
      foreach guard in array guards loop execute format('alter table %s disable trigger %I', written, guard); end loop;
      execute format('delete from %s', written);
      foreach guard in array guards loop execute format('alter table %s enable always trigger %I', written, guard); end loop;
    end loop;
  end $$`;

const OTHERS_AT_WORK = `
  select query from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`;

/** Notes what a database has. @param client not yet connected; of a superuser, because triggers and foreign keys must not run */
export async function keepState(client: Client): Promise<KeptState> {
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set session_replication_role = replica');
  const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES);
  const kept: { insert: string; rows: string }[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ kept: string | null }>(`select jsonb_agg(t)::text as kept from ${name} t`);
    const insert = `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`;
    if (rows[0]?.kept) kept.push({ insert, rows: rows[0].kept });
  }
  const { rows: sequences } = await client.query<{ kept: unknown }>(SEQUENCES);
  const values = JSON.stringify(sequences[0]?.kept);
  const schema = async () => (await client.query<{ schema: string }>(SCHEMA)).rows[0]?.schema;
  const keptSchema = await schema();
  const partitions = async () => (await client.query<{ name: string }>(PARTITIONS)).rows.map(({ name }) => name);
  const keptPartitions = await partitions();

  return {
    async restore() {
      // What a file has begun may still be at work after its end.
      await until(async () => (await client.query(OTHERS_AT_WORK)).rows.length === 0);
      if ((await schema()) !== keptSchema) return false;
      await client.query('begin');
      await client.query(EMPTY_TABLES);
      const added = (await partitions()).filter((name) => !keptPartitions.includes(name));
      if (added.length > 0) await client.query(`drop table ${added.join(', ')}`);
      for (const { insert, rows } of kept) await client.query(insert, [rows]);
      await client.query(
        `select setval(name::regclass, coalesce(last, seqstart), last is not null)
           from jsonb_to_recordset($1::jsonb) as kept (name text, last bigint) join pg_sequence on seqrelid = name::regclass`,
        [values],
      );
      await client.query('commit');
      return true;
    },
    end: () => client.end(),
  };
}
