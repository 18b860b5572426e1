import { Migration } from '@mikro-orm/migrations';

/** The house: team, sessions, audit, settings, customers, inventory, devices with their secrets, codes and heartbeats. */
export class House20261121 extends Migration {
  override up(): void {
    for (const statement of [
      ...extensions,
      ...team,
      ...audit,
      ...settings,
      ...customers,
      ...inventory,
      ...devices,
      ...heartbeats,
      ...pairing,
      ...limits,
    ]) {
      this.addSql(statement);
    }
  }
}

const extensions = ['create extension if not exists pg_trgm'];

const team = [
  `create table "admin" (
    "id" uuid not null primary key,
    "name" text not null,
    "email" text not null,
    "role" text not null,
    "status" text not null,
    "password_hash" text not null,
    "must_change_password" boolean not null,
    "password_expires_at" timestamptz(3) null,
    "failed_logins" int not null default 0,
    "login_blocked_until" timestamptz(3) null,
    "last_login_at" timestamptz(3) null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "admin_email_unique" unique ("email"),
    constraint "admin_role_check" check ("role" in ('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER', 'VIEWER')),
    constraint "admin_status_check" check ("status" in ('ACTIVE', 'SUSPENDED', 'DISABLED'))
  )`,
  `create table "admin_session" (
    "id" uuid not null primary key,
    "admin_id" uuid not null,
    "token_hash" bytea not null,
    "ip" text not null,
    "user_agent" text null,
    "created_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null,
    constraint "admin_session_token_hash_unique" unique ("token_hash"),
    constraint "admin_session_admin_fk" foreign key ("admin_id") references "admin" ("id") on delete cascade
  )`,
  `create index "admin_session_admin_index" on "admin_session" ("admin_id")`,
  `create index "admin_session_expires_at_index" on "admin_session" ("expires_at")`,
];

const audit = [
  `create table "audit_entry" (
    "id" uuid not null primary key,
    "at" timestamptz(3) not null,
    "actor_type" text not null,
    "actor_id" text null,
    "actor_label" text null,
    "action" text not null,
    "target_kind" text null,
    "target_id" text null,
    "changes" jsonb null,
    "detail" jsonb null,
    "reason" text null,
    "request_id" text not null,
    "ip" text not null,
    "transport" text not null,
    constraint "audit_entry_actor_type_check" check ("actor_type" in ('ADMIN', 'DEVICE', 'INSTALLATION', 'PUBLIC', 'SYSTEM')),
    constraint "audit_entry_transport_check" check ("transport" in ('REST', 'GRAPHQL', 'SYSTEM'))
  )`,
  `create index "audit_entry_at_index" on "audit_entry" ("at", "id")`,
  `create index "audit_entry_action_index" on "audit_entry" ("action", "at", "id")`,
  `create index "audit_entry_target_index" on "audit_entry" ("target_kind", "target_id", "at")`,
  `create function "audit_entry_refuse_change"() returns trigger language plpgsql as $$
   begin
     raise exception 'audit entries are never changed or removed' using errcode = 'insufficient_privilege';
   end $$`,
  `create trigger "audit_entry_append_only" before update or delete on "audit_entry"
   for each row execute function "audit_entry_refuse_change"()`,
  `create trigger "audit_entry_no_truncate" before truncate on "audit_entry"
   for each statement execute function "audit_entry_refuse_change"()`,
  // Also where replication or a restore switches ordinary triggers off.
  `alter table "audit_entry" enable always trigger "audit_entry_append_only"`,
  `alter table "audit_entry" enable always trigger "audit_entry_no_truncate"`,
];

const settings = [
  `create table "system_settings" (
    "id" int not null primary key,
    "maximum_macs_per_device" int not null,
    "heartbeat_timeout_seconds" int not null,
    "pairing_certificate_days" int not null,
    "default_firmware_channel" text not null,
    "default_rollout_percentage" int not null,
    "revision" int not null default 1,
    "updated_at" timestamptz(3) not null,
    constraint "system_settings_single_row" check (id = 1),
    constraint "system_settings_default_firmware_channel_check" check ("default_firmware_channel" in ('INTERNAL', 'BETA', 'STABLE'))
  )`,
  `create table "business_settings" (
    "id" int not null primary key,
    "online_threshold_minutes" int not null,
    "active_threshold_days" int not null,
    "company_name" text not null,
    "default_currency" text not null,
    "default_device_price" int not null,
    "order_number_prefix" text not null,
    "revision" int not null default 1,
    "updated_at" timestamptz(3) not null,
    constraint "business_settings_single_row" check (id = 1)
  )`,
  `insert into "system_settings"
     ("id", "maximum_macs_per_device", "heartbeat_timeout_seconds", "pairing_certificate_days", "default_firmware_channel", "default_rollout_percentage", "updated_at")
   values (1, 3, 300, 365, 'STABLE', 10, now())`,
  `insert into "business_settings"
     ("id", "online_threshold_minutes", "active_threshold_days", "company_name", "default_currency", "default_device_price", "order_number_prefix", "updated_at")
   values (1, 10, 30, 'Karvon', 'UZS', 0, 'KRV', now())`,
];

const customers = [
  `create table "customer" (
    "id" uuid not null primary key,
    "full_name" text not null,
    "email" text null,
    "phone" text null,
    "company" text null,
    "country" text null,
    "city" text null,
    "region" text null,
    "telegram_username" text null,
    "preferred_language" text null,
    "notes" text null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "customer_email_unique" unique ("email"),
    constraint "customer_preferred_language_check" check ("preferred_language" in ('uz', 'en', 'ru'))
  )`,
  `create index "customer_created_at_index" on "customer" ("created_at", "id")`,
  `create index "customer_full_name_trigram" on "customer" using gin ("full_name" gin_trgm_ops)`,
  `create index "customer_email_trigram" on "customer" using gin ("email" gin_trgm_ops)`,
  `create index "customer_phone_trigram" on "customer" using gin ("phone" gin_trgm_ops)`,
];

const inventory = [
  `create table "inventory_batch" (
    "id" uuid not null primary key,
    "code" text not null,
    "model" text not null,
    "hardware_revision" text not null,
    "quantity" int not null,
    "notes" text null,
    "source" text null,
    "status" text not null,
    "provisioned_at" timestamptz(3) null,
    "archived_at" timestamptz(3) null,
    "created_by" uuid null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "inventory_batch_code_unique" unique ("code"),
    constraint "inventory_batch_quantity_range" check (quantity between 1 and 500),
    constraint "inventory_batch_status_check" check ("status" in ('DRAFT', 'READY', 'PROVISIONING', 'COMPLETED', 'ARCHIVED', 'CANCELLED'))
  )`,
  `create index "inventory_batch_created_at_index" on "inventory_batch" ("created_at", "id")`,
  `create index "inventory_batch_code_trigram" on "inventory_batch" using gin ("code" gin_trgm_ops)`,
];

const deviceStatuses = `('INVENTORY', 'READY', 'SOLD', 'CLAIMED', 'ACTIVE', 'RETURNED', 'SUSPENDED', 'REVOKED', 'REPAIR', 'RETIRED')`;

const devices = [
  `create table "device" (
    "id" uuid not null primary key,
    "serial" text not null,
    "batch_id" uuid not null,
    "batch_ordinal" int not null,
    "model" text not null,
    "hardware_revision" text not null,
    "status" text not null,
    "previous_status" text null,
    "owner_id" uuid null,
    "firmware_channel" text null,
    "pairing_epoch" int not null default 0,
    "claimed_at" timestamptz(3) null,
    "activated_at" timestamptz(3) null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "device_serial_unique" unique ("serial"),
    constraint "device_batch_ordinal_unique" unique ("batch_id", "batch_ordinal"),
    constraint "device_status_check" check ("status" in ${deviceStatuses}),
    constraint "device_previous_status_check" check ("previous_status" in ${deviceStatuses}),
    constraint "device_firmware_channel_check" check ("firmware_channel" in ('INTERNAL', 'BETA', 'STABLE')),
    constraint "device_batch_fk" foreign key ("batch_id") references "inventory_batch" ("id") on delete restrict,
    constraint "device_owner_fk" foreign key ("owner_id") references "customer" ("id") on delete restrict
  )`,
  `create index "device_created_at_index" on "device" ("created_at", "id")`,
  `create index "device_status_index" on "device" ("status", "created_at", "id")`,
  `create index "device_owner_index" on "device" ("owner_id")`,
  `create index "device_serial_trigram" on "device" using gin ("serial" gin_trgm_ops)`,
  `create table "device_secret" (
    "id" uuid not null primary key,
    "device_id" uuid not null,
    "version" int not null,
    "state" text not null,
    "sealed" bytea not null,
    "created_at" timestamptz(3) not null,
    "activated_at" timestamptz(3) null,
    constraint "device_secret_version_unique" unique ("device_id", "version"),
    constraint "device_secret_state_check" check ("state" in ('PENDING', 'ACTIVE', 'RETIRED')),
    constraint "device_secret_device_fk" foreign key ("device_id") references "device" ("id") on delete cascade
  )`,
  `create unique index "device_secret_one_active" on "device_secret" ("device_id") where state = 'ACTIVE'`,
  `create unique index "device_secret_one_pending" on "device_secret" ("device_id") where state = 'PENDING'`,
  `create table "claim_code" (
    "id" uuid not null primary key,
    "device_id" uuid not null,
    "code_hash" bytea not null,
    "sealed" bytea not null,
    "last_four" text not null,
    "status" text not null,
    "expires_at" timestamptz(3) null,
    "claimed_at" timestamptz(3) null,
    "created_at" timestamptz(3) not null,
    constraint "claim_code_hash_unique" unique ("code_hash"),
    constraint "claim_code_status_check" check ("status" in ('AVAILABLE', 'CLAIMED', 'EXPIRED', 'VOID')),
    constraint "claim_code_device_fk" foreign key ("device_id") references "device" ("id") on delete cascade
  )`,
  `create unique index "claim_code_one_available" on "claim_code" ("device_id") where status = 'AVAILABLE'`,
  `create index "claim_code_created_at_index" on "claim_code" ("created_at", "id")`,
  `create index "claim_code_device_index" on "claim_code" ("device_id")`,
  `create table "device_event" (
    "id" uuid not null primary key,
    "device_id" uuid not null,
    "at" timestamptz(3) not null,
    "cause" text not null,
    "from_status" text null,
    "to_status" text not null,
    "from_owner_id" uuid null,
    "to_owner_id" uuid null,
    "reason" text null,
    "actor_id" text null,
    constraint "device_event_from_status_check" check ("from_status" in ${deviceStatuses}),
    constraint "device_event_to_status_check" check ("to_status" in ${deviceStatuses}),
    constraint "device_event_device_fk" foreign key ("device_id") references "device" ("id") on delete cascade,
    constraint "device_event_from_owner_fk" foreign key ("from_owner_id") references "customer" ("id") on delete set null,
    constraint "device_event_to_owner_fk" foreign key ("to_owner_id") references "customer" ("id") on delete set null
  )`,
  `create index "device_event_device_index" on "device_event" ("device_id", "at", "id")`,
  `create table "provisioning_envelope" (
    "id" uuid not null primary key,
    "device_id" uuid not null,
    "secret_version" int not null,
    "recipient_fingerprint" text not null,
    "issued_by" uuid not null,
    "issued_at" timestamptz(3) not null,
    constraint "provisioning_envelope_device_fk" foreign key ("device_id") references "device" ("id") on delete cascade
  )`,
  `create index "provisioning_envelope_device_index" on "provisioning_envelope" ("device_id", "issued_at")`,
];

const heartbeats = [
  // Hot: room on every page, so that updates stay on it (HOT) and touch no index.
  `create table "device_presence" (
    "device_id" uuid not null primary key,
    "last_seen_at" timestamptz(3) not null,
    "last_timestamp_ms" bigint not null,
    "firmware_version" text not null,
    "firmware_build_number" bigint null,
    "hardware_revision" text null,
    "ota_slot" text null,
    "app_version" text not null,
    "uptime" bigint not null,
    "wifi_rssi" int null,
    "free_heap" bigint null,
    "temperature" double precision null,
    "status" text not null,
    constraint "device_presence_ota_slot_check" check ("ota_slot" in ('ota_0', 'ota_1')),
    constraint "device_presence_device_fk" foreign key ("device_id") references "device" ("id") on update cascade on delete cascade
  ) with (fillfactor = 70)`,
  // History in day partitions, which a job makes ahead and drops after the retention. No foreign key: it is written in bulk.
  `create table "heartbeat" (
    "device_id" uuid not null,
    "received_at" timestamptz(3) not null,
    "timestamp_ms" bigint not null,
    "firmware_version" text not null,
    "firmware_build_number" bigint null,
    "hardware_revision" text null,
    "ota_slot" text null,
    "app_version" text not null,
    "uptime" bigint not null,
    "wifi_rssi" int null,
    "free_heap" bigint null,
    "temperature" double precision null,
    "status" text not null
  ) partition by range ("received_at")`,
  // History is read by time, and comes in the order of time: a few pages of index however many rows, and none per row.
  `create index "heartbeat_received_at_index" on "heartbeat" using brin ("received_at")`,
  // Takes what no day partition covers, so that a stopped job never costs a heartbeat.
  `create table "heartbeat_default" partition of "heartbeat" default`,
];

const pairing = [
  `create table "pairing" (
    "id" uuid not null primary key,
    "device_id" uuid not null,
    "customer_id" uuid null,
    "app_installation_id" text not null,
    "public_key" text not null,
    "device_name" text not null,
    "app_version" text not null,
    "epoch" int not null,
    "created_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null,
    "revoked_at" timestamptz(3) null,
    "revoked_reason" text null,
    constraint "pairing_device_fk" foreign key ("device_id") references "device" ("id") on delete cascade,
    constraint "pairing_customer_fk" foreign key ("customer_id") references "customer" ("id") on delete set null
  )`,
  `create unique index "pairing_one_live_per_app" on "pairing" ("device_id", "app_installation_id") where revoked_at is null`,
];

const limits = [
  // Counters of RATE_LIMIT_STORE=postgres; they may be lost in a crash, so they are not logged.
  `create unlogged table "rate_limit" (
    "key" varchar(255) primary key,
    "points" integer not null default 0,
    "expire" bigint
  )`,
];
