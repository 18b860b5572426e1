import { Migration } from '@mikro-orm/migrations';

/**
 * What stays of a day when its heartbeats are dropped, and histories of devices that say how each came to be what it is:
 * a device's days rest on the status that its history gives for each of them.
 */
export class DeviceDays20261122 extends Migration {
  override up(): void {
    for (const statement of [...days, ...histories]) this.addSql(statement);
  }
}

const days = [
  // In partitions by month (UTC), which the job makes that fills them. No foreign key: it is written in bulk.
  `create table "device_day" (
    "device_id" uuid not null,
    "starts_at" timestamptz(3) not null,
    "firmware_build_number" bigint null,
    "lowest_free_heap" bigint null,
    "average_rssi" double precision null,
    "average_temperature" double precision null,
    "highest_temperature" double precision null,
    "lowest_rssi" int null,
    "heartbeats" int not null,
    "heard_seconds" int not null,
    "expected_seconds" int not null,
    "restarts" int not null,
    "status" text null,
    "firmware_version" text null,
    primary key ("device_id", "starts_at")
  ) partition by range ("starts_at")`,
  // Its rows come in the order of their days: a few pages of index for a range of days.
  `create index "device_day_starts_at_index" on "device_day" using brin ("starts_at")`,
  `create table "fleet_day" (
    "starts_at" timestamptz(3) not null primary key,
    "ends_at" timestamptz(3) not null,
    "day" date not null,
    "time_zone" text not null,
    "devices" int not null,
    "heartbeats" bigint not null,
    "rolled_up_at" timestamptz(3) not null,
    constraint "fleet_day_ends_after_it_starts" check (ends_at > starts_at)
  )`,
];

const histories = [
  // A device is made READY, with its batch. Its first event, if it has one, says what it was before.
  `insert into device_event (id, device_id, at, cause, from_status, to_status, to_owner_id)
   select gen_random_uuid(), d.id, least(d.created_at, e.at - interval '1 millisecond'), 'backfill', null,
          coalesce(e.from_status, 'READY'), e.from_owner_id
     from device d
     left join lateral (select at, from_status, from_owner_id from device_event where device_id = d.id
                         order by at, id limit 1) e on true
    where not exists (select from device_event where device_id = d.id and from_status is null)`,
  // What the history of a device does not explain happened at the latest when the device was last changed.
  `insert into device_event (id, device_id, at, cause, from_status, to_status, from_owner_id, to_owner_id)
   select gen_random_uuid(), d.id, greatest(d.updated_at, s.at + interval '1 millisecond'), 'backfill', s.to_status, d.status,
          o.to_owner_id, d.owner_id
     from device d
     join lateral (select at, to_status from device_event where device_id = d.id order by at desc, id desc limit 1) s on true
     left join lateral (select to_owner_id from device_event
                         where device_id = d.id and from_owner_id is distinct from to_owner_id
                         order by at desc, id desc limit 1) o on true
    where (s.to_status, o.to_owner_id) is distinct from (d.status, d.owner_id)`,
  // Which devices came into a status, and when; each history itself has device_event_device_index.
  `create index "device_event_status_index" on "device_event" ("to_status", "at", "id")`,
];
