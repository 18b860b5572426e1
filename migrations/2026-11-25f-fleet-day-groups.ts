import { Migration } from '@mikro-orm/migrations';

/**
 * The days of devices with what they have in common as one row (ADR 30): questions about a fleet of a million read hundreds of
 * rows a day. Days that are there already are grouped here, oldest first.
 */
export class FleetDayGroups20261125 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const latestBefore = (more = '') =>
  `(select max(o.starts_at) from device_day o where o.device_id = dd.device_id and o.starts_at < f.starts_at${more})`;

const statements = [
  `create table "fleet_day_group" (
    "starts_at" timestamptz(3) not null,
    "previous_at" timestamptz(3) null,
    "previous_of_version_at" timestamptz(3) null,
    "wifi_rssi" double precision null,
    "temperature" double precision null,
    "highest_temperature" double precision null,
    "lowest_free_heap" bigint null,
    "device_days" bigint not null,
    "heartbeats" bigint not null,
    "heard" bigint not null,
    "expected" bigint not null,
    "restarts" bigint not null,
    "weak_wifi" bigint not null,
    "with_wifi" bigint not null,
    "with_mean_temperature" bigint not null,
    "hot" bigint not null,
    "with_temperature" bigint not null,
    "model" text null,
    "hardware_revision" text null,
    "status" text null,
    "firmware_version" text null
  )`,
  'create index "fleet_day_group_starts_at_index" on "fleet_day_group" ("starts_at")',
  // False for a day that an instance of the version before rolls up.
  'alter table "fleet_day" add "is_grouped" boolean not null default false',
  `do $$
  declare f record;
  begin
    for f in select starts_at, lag(starts_at) over (order by starts_at) as before from fleet_day order by starts_at loop
      insert into fleet_day_group (starts_at, previous_at, previous_of_version_at, model, hardware_revision, status, firmware_version,
                                   device_days, heartbeats, heard, expected, restarts, wifi_rssi, weak_wifi, with_wifi, temperature,
                                   with_mean_temperature, highest_temperature, hot, with_temperature, lowest_free_heap)
      with version as (
        select firmware_version, min(starts_at) as since from fleet_day_group group by 1
      ), days as materialized (
        select dd.*,
               case when y.device_id is not null then y.starts_at else ${latestBefore()} end as previous_at,
               case when y.device_id is not null and y.firmware_version is not distinct from dd.firmware_version then y.starts_at
                    when v.since is not null
                    then ${latestBefore(' and o.starts_at >= v.since and o.firmware_version is not distinct from dd.firmware_version')}
               end as previous_of_version_at
          from device_day dd
          left join device_day y on y.device_id = dd.device_id and y.starts_at = f.before
          left join version v on v.firmware_version is not distinct from dd.firmware_version
         where dd.starts_at = f.starts_at
      )
      select f.starts_at, dd.previous_at, dd.previous_of_version_at, d.model, d.hardware_revision, dd.status, dd.firmware_version,
             count(*), sum(dd.heartbeats), sum(least(dd.heard_seconds, dd.expected_seconds)), sum(dd.expected_seconds), sum(dd.restarts),
             sum(dd.average_rssi), count(*) filter (where dd.average_rssi <= -75), count(dd.average_rssi),
             sum(dd.average_temperature), count(dd.average_temperature), max(dd.highest_temperature),
             count(*) filter (where dd.highest_temperature >= 60), count(dd.highest_temperature), min(dd.lowest_free_heap)
        from days dd left join device d on d.id = dd.device_id
       group by dd.previous_at, dd.previous_of_version_at, d.model, d.hardware_revision, dd.status, dd.firmware_version;
    end loop;
  end $$`,
  'update "fleet_day" set "is_grouped" = true',
];
