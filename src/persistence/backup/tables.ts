import type pg from 'pg';

/** A table of the service, without the partitions that it consists of. */
export interface TableShape {
  readonly name: string;
  /** Without those that PostgreSQL generates. */
  readonly columns: readonly string[];
  readonly partitions: readonly PartitionShape[];
}

export interface PartitionShape {
  readonly name: string;
  /** As PostgreSQL prints it: `FOR VALUES FROM (...) TO (...)`. */
  readonly bound: string;
}

export interface SequenceState {
  readonly last: string;
  readonly called: boolean;
}

type Client = Pick<pg.ClientBase, 'query'>;

/** Not of an extension, in the schema of the service. */
export const OWN = `n.nspname = 'public' and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const TABLES = `
  select c.relname as name,
         array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                  and a.attgenerated = '' order by a.attnum) as columns,
         coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
            from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and not c.relispartition and ${OWN} order by 1`;

/** All tables of the service, by their names. The tables of the job runner are made anew by a start. */
export async function readTables(client: Client): Promise<TableShape[]> {
  return (await client.query<TableShape>(TABLES)).rows;
}

/** The state of every sequence. Sequences are outside of snapshots: read later, they are never behind. */
export async function readSequences(client: Client): Promise<Record<string, SequenceState>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${OWN} order by 1`,
  );
  const states: [string, SequenceState][] = [];
  for (const { name } of rows) {
    const found = await client.query<SequenceState>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    if (found.rows[0]) states.push([name, found.rows[0]]);
  }
  return Object.fromEntries(states);
}

/** The query whose rows are copied. */
export function rowsOf({ name, columns }: TableShape): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`;
}

/** A name as an identifier of SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
