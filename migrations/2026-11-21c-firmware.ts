import { Migration } from '@mikro-orm/migrations';

/** Firmware: releases, installations and their histories, offers, maintenance grants; pairing challenges and credentials. */
export class Firmware20261121 extends Migration {
  override up(): void {
    for (const statement of [...releases, ...installations, ...grants, ...pairings]) this.addSql(statement);
  }
}

const lifecycles = `('DRAFT', 'READY', 'ROLLING_OUT', 'PAUSED', 'COMPLETED', 'REVOKED')`;
const statuses = `('AVAILABLE', 'QUEUED', 'DOWNLOADING', 'VERIFYING', 'TRANSFERRING', 'INSTALLING', 'REBOOTING', 'VALIDATING', 'SUCCESS', 'FAILED', 'ROLLED_BACK')`;

const releases = [
  `create table "release" (
    "id" uuid not null primary key,
    "source" text not null,
    "product" text null,
    "model" text null,
    "version" text not null,
    "build_number" bigint not null,
    "hardware_revision" text not null,
    "security_version" int not null,
    "channel" text not null,
    "lifecycle" text not null,
    "target_device_id" uuid null,
    "mandatory" boolean not null,
    "mandatory_after" timestamptz(3) null,
    "release_notes" text[] not null,
    "min_from_version" text null,
    "min_app_version" text null,
    "firmware_sha256" text not null,
    "firmware_size" bigint not null,
    "package_sha256" text null,
    "package_size" bigint null,
    "manifest" bytea null,
    "signatures" jsonb null,
    "signed_by" text[] not null,
    "rollout_percentage" int not null,
    "rollout_started_at" timestamptz(3) null,
    "completed_at" timestamptz(3) null,
    "revoked_at" timestamptz(3) null,
    "failure_window_from" timestamptz(3) null,
    "pause_reason" text null,
    "paused_by" text null,
    "created_by" uuid not null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "release_version_unique" unique ("hardware_revision", "version", "build_number"),
    constraint "release_target_device_fk" foreign key ("target_device_id") references "device" ("id") on delete restrict,
    constraint "release_rollout_percentage_range" check (rollout_percentage >= 0 and rollout_percentage <= 100),
    constraint "release_internal_has_target" check (channel <> 'INTERNAL' or target_device_id is not null),
    constraint "release_source_check" check ("source" in ('PACKAGE', 'LEGACY')),
    constraint "release_channel_check" check ("channel" in ('INTERNAL', 'BETA', 'STABLE')),
    constraint "release_lifecycle_check" check ("lifecycle" in ${lifecycles})
  )`,
  `create index "release_created_at_index" on "release" ("created_at", "id")`,
  `create index "release_offered_index" on "release" ("hardware_revision") where lifecycle in ('ROLLING_OUT', 'PAUSED', 'COMPLETED')`,
  `create index "release_firmware_index" on "release" ("firmware_sha256")`,
  `create table "release_event" (
    "id" uuid not null primary key,
    "release_id" uuid not null,
    "at" timestamptz(3) not null,
    "from_lifecycle" text null,
    "to_lifecycle" text not null,
    "from_percentage" int null,
    "to_percentage" int not null,
    "reason" text null,
    "actor_id" uuid null,
    constraint "release_event_release_fk" foreign key ("release_id") references "release" ("id") on delete cascade,
    constraint "release_event_from_lifecycle_check" check ("from_lifecycle" in ${lifecycles}),
    constraint "release_event_to_lifecycle_check" check ("to_lifecycle" in ${lifecycles})
  )`,
  `create index "release_event_release_index" on "release_event" ("release_id", "at", "id")`,
];

const installations = [
  `create table "installation" (
    "id" uuid not null primary key,
    "device_id" uuid not null,
    "release_id" uuid not null,
    "attempt" int not null,
    "status" text not null,
    "closed_reason" text null,
    "failure_source" text null,
    "failure_code" text null,
    "failure_reason" text null,
    "from_version" text null,
    "from_build_number" bigint null,
    "verification" text null,
    "evidence" text null,
    "reconcilable" boolean not null default false,
    "restarts" int not null default 0,
    "anomalies" int not null default 0,
    "matching_heartbeats" int not null default 0,
    "first_match_at" timestamptz(3) null,
    "started_at" timestamptz(3) null,
    "finished_at" timestamptz(3) null,
    "last_report_at" timestamptz(3) null,
    "last_report_ms" bigint null,
    "stuck_since" timestamptz(3) null,
    "retry_at" timestamptz(3) null,
    "possibly_bricked" boolean not null default false,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "installation_attempt_unique" unique ("device_id", "release_id", "attempt"),
    constraint "installation_device_fk" foreign key ("device_id") references "device" ("id") on delete restrict,
    constraint "installation_release_fk" foreign key ("release_id") references "release" ("id") on delete restrict,
    constraint "installation_status_check" check ("status" in ${statuses}),
    constraint "installation_closed_reason_check" check ("closed_reason" in ('SUPERSEDED', 'RELEASE_PAUSED', 'RELEASE_REVOKED')),
    constraint "installation_failure_source_check" check ("failure_source" in ('DEVICE', 'OPERATOR', 'SERVER')),
    constraint "installation_verification_check" check ("verification" in ('UNVERIFIED', 'CONFIRMED', 'CONTRADICTED')),
    constraint "installation_evidence_check" check ("evidence" in ('HEARTBEAT', 'OPERATOR_ATTESTED'))
  )`,
  `create unique index "installation_one_open" on "installation" ("device_id", "release_id")
    where status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null`,
  `create index "installation_device_index" on "installation" ("device_id", "created_at", "id")`,
  `create index "installation_release_index" on "installation" ("release_id", "status", "created_at", "id")`,
  `create index "installation_release_finished_index" on "installation" ("release_id", "finished_at") where finished_at is not null`,
  `create index "installation_under_way_index" on "installation" ("status", "last_report_at")
    where status not in ('AVAILABLE', 'SUCCESS', 'FAILED', 'ROLLED_BACK') and closed_reason is null`,
  `create index "installation_leases_index" on "installation" ("updated_at")
    where status in ('AVAILABLE', 'QUEUED', 'DOWNLOADING') and closed_reason is null`,
  `create table "installation_event" (
    "id" uuid not null primary key,
    "installation_id" uuid not null,
    "at" timestamptz(3) not null,
    "source" text not null,
    "signed_ms" bigint null,
    "proof_hash" bytea null,
    "reported_status" text null,
    "from_status" text not null,
    "to_status" text not null,
    "applied" boolean not null,
    "outcome" text not null,
    "failure_reason" text null,
    "actor_id" uuid null,
    constraint "installation_event_proof_unique" unique ("installation_id", "proof_hash"),
    constraint "installation_event_installation_fk" foreign key ("installation_id") references "installation" ("id") on delete cascade,
    constraint "installation_event_source_check" check ("source" in ('DEVICE', 'HEARTBEAT', 'OPERATOR', 'SERVER')),
    constraint "installation_event_reported_status_check" check ("reported_status" in ${statuses}),
    constraint "installation_event_from_status_check" check ("from_status" in ${statuses}),
    constraint "installation_event_to_status_check" check ("to_status" in ${statuses})
  )`,
  `create index "installation_event_installation_index" on "installation_event" ("installation_id", "at", "id")`,
  // How many installations of a release stand where; kept by a trigger, so that no path can forget it.
  `create table "release_counter" (
    "release_id" uuid not null,
    "status" text not null,
    "verification" text not null,
    "count" int not null,
    primary key ("release_id", "status", "verification"),
    constraint "release_counter_release_fk" foreign key ("release_id") references "release" ("id") on delete cascade,
    constraint "release_counter_positive" check (count >= 0)
  )`,
  // Once a statement, however many rows it touches, and in the order of the names, so that two that cross never wait for
  // each other.
  `create function "release_counter_follow"() returns trigger language plpgsql as $$
   declare
     come constant text := $q$ select release_id, status, coalesce(verification, '') as verification, 1 as change from new_rows $q$;
     gone constant text := $q$ select release_id, status, coalesce(verification, '') as verification, -1 as change from old_rows $q$;
     move record;
   begin
     for move in execute 'select release_id, status, verification, sum(change)::int as change from ('
       || case tg_op when 'INSERT' then come when 'DELETE' then gone else gone || ' union all ' || come end
       || ') as m group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3'
     loop
       insert into "release_counter" as c ("release_id", "status", "verification", "count")
       values (move.release_id, move.status, move.verification, greatest(move.change, 0))
       on conflict ("release_id", "status", "verification") do update set "count" = c."count" + move.change;
     end loop;
     return null;
   end $$`,
  `create trigger "installation_counted_in" after insert on "installation"
     referencing new table as new_rows for each statement execute function "release_counter_follow"()`,
  `create trigger "installation_counted" after update on "installation"
     referencing old table as old_rows new table as new_rows for each statement execute function "release_counter_follow"()`,
  `create trigger "installation_counted_out" after delete on "installation"
     referencing old table as old_rows for each statement execute function "release_counter_follow"()`,
  // The last answer to a device that asked for firmware, and why.
  `create table "offer_decision" (
    "device_id" uuid not null primary key,
    "at" timestamptz(3) not null,
    "reason" text not null,
    "release_id" uuid null,
    "installation_id" uuid null,
    "current_firmware" text not null,
    "app_version" text not null,
    "channel" text not null,
    "poll_after_seconds" int not null,
    constraint "offer_decision_device_fk" foreign key ("device_id") references "device" ("id") on update cascade on delete cascade,
    constraint "offer_decision_channel_check" check ("channel" in ('INTERNAL', 'BETA', 'STABLE'))
  ) with (fillfactor = 80)`,
  // Read by every heartbeat together with the device's status: what its heartbeat has to prove, what its apps have lost.
  `alter table "device"
     add "watched_installation_id" uuid null,
     add "confirmed_security_version" int not null default 0,
     add "revoked_credentials" text[] not null default '{}'`,
];

const grants = [
  `create table "maintenance_grant" (
    "id" uuid not null primary key,
    "release_id" uuid not null,
    "device_id" uuid not null,
    "mac" text not null,
    "purpose" text not null,
    "state" text not null,
    "issued_by" uuid not null,
    "issued_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null,
    "consumed_at" timestamptz(3) null,
    constraint "maintenance_grant_release_fk" foreign key ("release_id") references "release" ("id") on delete restrict,
    constraint "maintenance_grant_device_fk" foreign key ("device_id") references "device" ("id") on delete restrict,
    constraint "maintenance_grant_state_check" check ("state" in ('ISSUED', 'CONSUMED', 'EXPIRED', 'SUPERSEDED'))
  )`,
  `create unique index "maintenance_grant_one_per_mac" on "maintenance_grant" ("mac") where state = 'ISSUED'`,
  `create unique index "maintenance_grant_one_per_device" on "maintenance_grant" ("device_id") where state = 'ISSUED'`,
  `create index "maintenance_grant_device_index" on "maintenance_grant" ("device_id", "issued_at", "id")`,
];

const pairings = [
  `create table "pairing_challenge" (
    "id" uuid not null primary key,
    "device_id" uuid null,
    "subject" bytea not null,
    "app_installation_id" text not null,
    "nonce" text not null,
    "attempts" int not null default 0,
    "created_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null,
    "consumed_at" timestamptz(3) null,
    constraint "pairing_challenge_device_fk" foreign key ("device_id") references "device" ("id") on delete cascade
  )`,
  `create unique index "pairing_challenge_one_live" on "pairing_challenge" ("subject", "app_installation_id") where consumed_at is null`,
  `create index "pairing_challenge_subject_index" on "pairing_challenge" ("subject", "created_at", "id")`,
  `create index "pairing_challenge_expires_at_index" on "pairing_challenge" ("expires_at")`,
  `alter table "pairing"
     add "key_thumbprint" text not null default '',
     add "credential_id" uuid null,
     add "previous_credential_id" uuid null,
     add "previous_until" timestamptz(3) null,
     add "refreshed_at" timestamptz(3) null`,
  `alter table "pairing" alter "key_thumbprint" drop default`,
  `create index "pairing_device_index" on "pairing" ("device_id", "created_at", "id")`,
];
