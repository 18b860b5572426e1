import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Queryable } from '../../model/ports.ts';
import { runAlone } from '../sql/alone.ts';
import { clocksIn, localTime } from '../sql/local-time.ts';
import { row } from '../sql/query.ts';
import type { TimeRange } from './query.ts';

/**
 * How many customers bought in a range, which no sum of its hours says (migration 2026-11-25d, ADR 29). Each day of the business on which
 * a customer bought follows the day on which they bought before; `sale_buyers` has how many customers there are for each such
 * pair of days. Of the customers of each day of a range, those count whose day before is not in the range.
 *
 * Triggers write what comes and goes to `sale_buyer_change`; the job counts the customers in it anew. Readers do the same for the
 * few customers that the job has not seen yet, and are exact in every snapshot.
 */
const PARTS = {
  /** The customers of a day; both days are it. */
  DAY: 'day',
  /** Those who bought before, by the day. */
  AGAIN: 'before',
  /** The same by the first day of its month: a range of years needs few rows. */
  AGAIN_MONTH: `date_trunc('month', before)::date`,
} as const;
const VALUES = Object.entries(PARTS)
  .map(([part, since]) => `('${part}', ${since})`)
  .join(', ');

/** With more changes than this a reader counts the sales: the job has not run, or somebody fills the tables. */
const MOST_CHANGES = 5_000;

/** All sales are sorted by their customers. */
const SORT_MEMORY = '128MB';

const COUNTS = `status <> 'CANCELLED'`;
type Clocks = readonly [since: string, offsets: string];
/** The day of a time by the clocks of Node. @param clocks the parameters of `clocksOf` */
const dayOf = (time: string, [since, offsets]: Clocks = ['$1', '$2']) => `${localTime(time, since, offsets)}::date`;

/** The rows of `sale_buyers` for days of customers. @param days SQL of a relation with a column `sign` */
const pairs = (days: string) => `
  select part, currency, since, day, sum(sign)
    from (select currency, day, lag(day) over (partition by currency, customer_id, sign order by day) as before, sign
            from ${days} d) p
   cross join lateral (values ${VALUES}) v (part, since)
   where since is not null group by 1, 2, 3, 4 having sum(sign) <> 0 order by 1, 2, 3, 4`;

const INSERT = 'insert into sale_buyers as b (part, currency, before, day, count)';

/**
 * In one statement, whose snapshot has the sales and the changes of the same moment: the days of the customers as they are,
 * less the changes, are their days as they were counted.
 */
const FOLD = `
  with gone as materialized (delete from sale_buyer_change returning *),
       who as materialized (select distinct currency, customer_id from gone),
       days as materialized (
         select currency, customer_id, day, sum(now) as now, sum(was) as was
           from (select currency, customer_id, ${dayOf('sold_at')} as day, 1 as now, 1 as was
                   from who join sale using (currency, customer_id) where ${COUNTS}
                 union all select currency, customer_id, ${dayOf('sold_at')}, 0, -count from gone) s group by 1, 2, 3)
  ${INSERT} ${pairs('(select *, 1 as sign from days where now > 0 union all select *, -1 from days where was > 0)')}
  on conflict (part, currency, before, day) do update set count = b.count + excluded.count`;

const COUNT = `
  with gone as (delete from sale_buyer_change)
  ${INSERT} ${pairs(`(select distinct currency, customer_id, ${dayOf('sold_at')} as day, 1 as sign from sale where ${COUNTS})`)}`;

/**
 * Counts what has changed, or everything where it was counted by the days of another time zone. One at a time: each begins
 * from what the one before has counted.
 */
export async function foldSaleBuyers(pool: Pick<Pool, 'connect'>, timeZone: string): Promise<void> {
  await runAlone(pool, 'foldSaleBuyers', async (client) => {
    const { rows } = await client.query<{ zone: string; rules: string | null }>(
      'select zone, rules from sale_buyers_zone',
    );
    const { rules, parameters } = clocksOf(timeZone);
    if (rows[0]?.zone === timeZone && rows[0].rules === rules) await client.query(FOLD, parameters);
    else await countAll(client, timeZone);
  });
}

async function countAll(client: PoolClient, timeZone: string): Promise<void> {
  await client.query(`set local work_mem = '${SORT_MEMORY}'`);
  await client.query('delete from sale_buyers');
  const { rules, parameters } = clocksOf(timeZone);
  await client.query(COUNT, parameters);
  await client.query('delete from sale_buyers_zone');
  await client.query('insert into sale_buyers_zone (zone, rules) values ($1, $2)', [timeZone, rules]);
}

/** Sales are from 2000 on. Ranges of later years are counted from the sales where the clocks change in them. */
const YEARS = [2000, 2060] as const;

/** How a time zone cuts days: since when which offset is valid, and a name for all of it, which changes with the rules of its clocks. */
function clocksOf(timeZone: string): { readonly rules: string; readonly parameters: (readonly string[])[] } {
  const { since, offsets } = clocksIn(timeZone, ...YEARS);
  const rules = createHash('sha256')
    .update(JSON.stringify([since, offsets]))
    .digest('base64url');
  return { rules, parameters: [since, offsets] };
}

const CLOCKS: Clocks = ['$5', '$6'];
const dayOfEdge = (time: string) => dayOf(time, CLOCKS);

/** Whether the days are kept, few changes are not counted yet, and each range begins and ends with a day that no clock shows twice. */
const KEPT = `
  exists (select from sale_buyers_zone where zone = $1::text and rules = $7::text)
  and (select count(*) from (select from sale_buyer_change limit ${MOST_CHANGES} + 1) c) <= ${MOST_CHANGES}
  and not exists (
    select from unnest($3::timestamptz[] || $4::timestamptz[]) edge
     cross join (select quarter * interval '15 minutes' from generate_series(-12, 12) quarter
                  union all select interval '-1 microsecond') near (away)
     where (${dayOfEdge('(edge + away)')} >= ${dayOfEdge('edge')}) <> (away >= interval '0'))`;

const sumOf = (part: keyof typeof PARTS, condition: string) =>
  `(select coalesce(sum(count), 0) from sale_buyers where part = '${part}' and currency = $2 and ${condition})`;

/** What the changes make of it: those who bought in the range, less those of them who are counted already. */
const CHANGED = `(
  select coalesce(sum((n > 0)::int - (n > changed)::int), 0)
    from (select customer_id, sum(count) as changed from sale_buyer_change
           where currency = $2 and sold_at >= starts and sold_at < ends group by 1) c
   cross join lateral (select count(*) as n from (
     select from sale s where s.currency = $2 and s.customer_id = c.customer_id and s.${COUNTS} and s.sold_at >= starts and s.sold_at < ends
      limit greatest(changed, 0) + 1) l) s)`;

const READ = `
  select case when ${KEPT} then (
    select array_agg(
             (${sumOf('DAY', 'before >= a and before < b')}
              - ${sumOf('AGAIN', 'before >= a and before < least(month, b) and day < b')}
              - ${sumOf('AGAIN_MONTH', 'before >= month and before < b and day < b')}
              + ${CHANGED})::int order by place)
      from (select *, (date_trunc('month', a - interval '1 day') + interval '1 month')::date as month
              from (select starts, ends, place, ${dayOfEdge('starts')} as a, ${dayOfEdge('ends')} as b
                      from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as r (starts, ends, place)) r) r)
  end as counts`;

/**
 * Counts the customers who bought in each range, in one statement.
 * @returns undefined where that is not kept: then the sales have to be counted
 */
export async function countBuyers(
  db: Queryable,
  ranges: readonly TimeRange[],
  { currency, timeZone }: { readonly currency: string; readonly timeZone: string },
): Promise<readonly number[] | undefined> {
  const [starts, ends] = [ranges.map(({ from }) => from), ranges.map(({ to }) => to)];
  const { rules, parameters } = clocksOf(timeZone);
  const values = [timeZone, currency, starts, ends, ...parameters, rules];
  const found = await row<{ counts: number[] | null }>(db, READ, values);
  return found?.counts ?? undefined;
}
