import { Migration } from '@mikro-orm/migrations';

/**
 * Tallies have sums beside their counts: the amounts of sales and preorders with the same words. Preorders are tallied by
 * their source and their region as well, and the visits before them by source and language (ADR 29).
 */
export class TallySums20261125 extends Migration {
  override up(): void {
    for (const statement of [...columns, ...replaced.flatMap(unfollowed), ...tables.flatMap(following), ...recounts])
      this.addSql(statement);
  }
}

interface Tally {
  readonly subject: string;
  /** Columns of text with few values. */
  readonly by: readonly string[];
  /** How many a row `r` stands for. */
  readonly weight?: string;
  /** SQL of what is summed of a row `r`, at most as many as there are `SUMS`. */
  readonly sums?: readonly string[];
}

interface Tallied {
  readonly table: string;
  /** The condition of the rows that count, of a row `r`. */
  readonly where?: string;
  readonly tallies: readonly Tally[];
}

/** A row of a tally has so many sums, zero where it needs fewer. */
const SUMS = 4;
const NONE = `'{${Array(SUMS).fill(0).join()}}'`;

const tables: readonly Tallied[] = [
  {
    table: 'sale',
    tallies: [
      {
        subject: 'sale',
        by: ['status', 'payment_status', 'sales_channel', 'currency'],
        sums: ['r.unit_price', 'r.discount', 'r.total', 'r.refunded_total'],
      },
    ],
  },
  {
    table: 'preorder',
    where: 'r.deleted_at is null',
    tallies: [
      {
        subject: 'preorder',
        by: ['status', 'locale', 'product_color', 'payment_method', 'currency'],
        sums: ['r.quantity', 'r.full_price * r.quantity', 'r.deposit_amount * r.quantity'],
      },
      { subject: 'preorder_source', by: ['utm_source'], sums: ['r.quantity'] },
      { subject: 'preorder_region', by: ['region'], sums: ['r.quantity'] },
    ],
  },
  // Two subjects: each is emptied with its own table.
  {
    table: 'preorder_view_event',
    tallies: [{ subject: 'preorder_view_event', by: ['utm_source', 'locale'] }],
  },
  {
    table: 'preorder_view_day',
    tallies: [{ subject: 'preorder_view_day', by: ['utm_source', 'locale'], weight: 'r.sessions' }],
  },
];
/** The tables that migration 2026-11-22h counts. */
const replaced = ['sale', 'preorder'];
const columns = ['tally', 'tally_change'].map(
  (table) => `alter table "${table}" add "sums" bigint[] not null default ${NONE}`,
);

function unfollowed(table: string): string[] {
  return ['come', 'go', 'move', 'clear'].flatMap((change) => [
    `drop trigger "${table}_tally_${change}" on "${table}"`,
    `drop function "${table}_tally_${change}"()`,
  ]);
}

const of = (sql: string, row: string) => sql.replaceAll('r.', `${row}.`);

function keyOf({ by }: Tally, row: string): string {
  return `array[${by.map((column) => `${row}.${column}`).join(', ')}]::text[]`;
}

/** @param summed SQL of a sum, from that of what is summed */
function sumsOf({ sums = [] }: Tally, row: string, summed: (value: string) => string): string {
  const values = sums.map((value) => `coalesce(${summed(of(value, row))}, 0)`);
  return `array[${[...values, ...Array(SUMS - sums.length).fill('0')].join(', ')}]::bigint[]`;
}

/** The rows of a relation as rows of a tally. @param sign `-` takes them away */
function counts({ where = 'true', tallies }: Tallied, rows: string, sign = ''): string {
  return tallies
    .map((tally) => {
      const count = tally.weight ? `sum(${tally.weight})` : 'count(*)';
      const sums = sumsOf(tally, 'r', (value) => `${sign}sum(${value})`);
      return `select '${tally.subject}', ${keyOf(tally, 'r')}, ${sign}${count}, ${sums} from ${rows} r where ${where} group by 2`;
    })
    .join(' union all ');
}

/** One row as rows of its tallies. */
function countsOf({ where = 'true', tallies }: Tallied, row: string, sign = ''): string[] {
  return tallies.map((tally) => {
    const sums = sumsOf(tally, row, (value) => `${sign}(${value})`);
    return `select '${tally.subject}', ${keyOf(tally, row)}, ${sign}${of(tally.weight ?? '1', row)}, ${sums} where ${of(where, row)}`;
  });
}

/** The triggers of a table: once a statement where rows come or go, for each row that changes its words or amounts. */
function following(source: Tallied): string[] {
  const { table, where = 'true', tallies } = source;
  const known = (row: string) => {
    const values = tallies.flatMap(({ by, sums = [], weight = '1' }) => [
      ...by.map((column) => `r.${column}`),
      ...sums,
      weight,
    ]);
    return `(${[...new Set([...values, `(${where})`])].map((value) => of(value, row)).join(', ')})`;
  };
  const body = (statement: string) => `returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`;
  const add = (rows: string) => body(`insert into tally_change (subject, key, count, sums) ${rows}`);
  const subjects = tallies.map(({ subject }) => `'${subject}'`).join(', ');
  return [
    `create function "${table}_tally_come"() ${add(counts(source, 'new_rows'))}`,
    `create function "${table}_tally_go"() ${add(counts(source, 'old_rows', '-'))}`,
    `create function "${table}_tally_move"() ${add([...countsOf(source, 'old', '-'), ...countsOf(source, 'new')].join(' union all '))}`,
    `create function "${table}_tally_clear"() ${body(
      `delete from tally where subject in (${subjects}); delete from tally_change where subject in (${subjects})`,
    )}`,
    `create trigger "${table}_tally_come" after insert on "${table}"
     referencing new table as new_rows for each statement execute function "${table}_tally_come"()`,
    `create trigger "${table}_tally_go" after delete on "${table}"
     referencing old table as old_rows for each statement execute function "${table}_tally_go"()`,
    `create trigger "${table}_tally_move" after update on "${table}"
     for each row when (${known('old')} is distinct from ${known('new')}) execute function "${table}_tally_move"()`,
    `create trigger "${table}_tally_clear" after truncate on "${table}"
     for each statement execute function "${table}_tally_clear"()`,
  ];
}

const subjects = tables.flatMap(({ tallies }) => tallies.map(({ subject }) => `'${subject}'`)).join(', ');
const forget = ['tally_change', 'tally'].map((table) => `delete from "${table}" where subject in (${subjects})`);
const count = `insert into tally (subject, key, count, sums)
    ${tables.map((source) => counts(source, `"${source.table}"`)).join(' union all ')}`;

const recounts = [
  ...forget,
  count,
  // It empties the tallies and counts everything else.
  'alter function "tally_recount"() rename to "tally_recount_counts"',
  `create function "tally_recount"() returns void language plpgsql as $$
  begin
    lock table ${tables.map(({ table }) => `"${table}"`).join(', ')} in share mode;
    perform tally_recount_counts();
    ${[...forget, count].join('; ')};
  end $$`,
];
