import type { ClientBase } from 'pg';
import { columnOf } from '../../model/record.ts';
import { isWhole, rowsSql } from '../analytics/aggregates.ts';
import { dayFigures, GROUPED } from '../analytics/fleet-day-rollups.ts';
import { sql, textOf } from '../sql/sql.ts';

const names = Object.keys(GROUPED);
const columns = [...names, ...Object.keys(dayFigures)].map(columnOf).join(', ');
const figures = Object.values(dayFigures).map((figure) => (isWhole(figure) ? sql`` : rowsSql(figure)));

/** The latest day of a device before the given one. @param more further conditions of the day `o` */
const latestBefore = (more = '') =>
  `(select max(o.starts_at) from device_day o where o.device_id = dd.device_id and o.starts_at < $1${more})`;

/**
 * Most devices have a day before with the same firmware; the others are looked up one by one. Nobody ran a version before the first day
 * that has it, which spares those who have just got it the search of all of their days.
 */
const GROUP = `
  with version as (
    select firmware_version, min(starts_at) as since from fleet_day_group where starts_at < $1 group by 1
  ), days as materialized (
    select dd.*,
           case when y.device_id is not null then y.starts_at else ${latestBefore()} end as previous_at,
           case when y.device_id is not null and y.firmware_version is not distinct from dd.firmware_version then y.starts_at
                when v.since is not null
                then ${latestBefore(' and o.starts_at >= v.since and o.firmware_version is not distinct from dd.firmware_version')}
           end as previous_of_version_at
      from device_day dd
      left join device_day y on y.device_id = dd.device_id and y.starts_at = $2
      left join version v on v.firmware_version is not distinct from dd.firmware_version
     where dd.starts_at = $1
  )
  insert into fleet_day_group (starts_at, previous_at, previous_of_version_at, ${columns})
  select $1, dd.previous_at, dd.previous_of_version_at, ${[...Object.values(GROUPED), ...figures].map(textOf).join(', ')}
    from days dd left join device d on d.id = dd.device_id
   group by 2, 3, ${names.map((_, at) => at + 4).join(', ')}`;

/**
 * Makes the groups of a day anew. Those of earlier days are right, and those of later days are made after it.
 * @param client in a transaction that holds the lock of the roll-up
 * @param before the start of the day before; null if there is none
 */
export async function groupDay(client: ClientBase, startsAt: Date, before: Date | null): Promise<void> {
  await client.query('delete from fleet_day_group where starts_at = $1', [startsAt]);
  await client.query(GROUP, [startsAt, before]);
  await client.query('update fleet_day set is_grouped = true where starts_at = $1', [startsAt]);
}

/** Makes the groups of all days, oldest first, in one transaction. @param client as for `groupDay` */
export async function groupAllDays(client: ClientBase): Promise<void> {
  await client.query('update fleet_day set is_grouped = false');
  await client.query('delete from fleet_day_group');
  await groupMissedDays(client);
}

/**
 * Makes the groups of days that an instance of the version before has rolled up without, and those of the days after them, which say
 * when devices were there before.
 * @param client as for `groupDay`
 */
export async function groupMissedDays(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ startsAt: Date; before: Date | null }>(
    `select * from (select starts_at as "startsAt", lag(starts_at) over (order by starts_at) as before from fleet_day) days
      where "startsAt" >= (select min(starts_at) from fleet_day where not is_grouped) order by 1`,
  );
  for (const { startsAt, before } of rows) await groupDay(client, startsAt, before);
}

/** Forgets the groups of days that are dropped: for those that remain, no device was there before. */
export async function dropGroups(client: ClientBase, before: Date): Promise<void> {
  await client.query('delete from fleet_day_group where starts_at < $1', [before]);
  for (const column of ['previous_at', 'previous_of_version_at']) {
    await client.query(`update fleet_day_group set ${column} = null where ${column} < $1`, [before]);
  }
}
