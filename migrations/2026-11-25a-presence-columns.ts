import { Migration } from '@mikro-orm/migrations';

/**
 * The presences with the columns that every reading of the whole table asks for at first, and those of a fixed width before all
 * others: PostgreSQL takes a row apart from its beginning, and finds what follows a text only by reading the text (ADR 27).
 */
export class PresenceColumns20261125 extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const columns = [
  `"device_id" uuid not null`,
  `"last_seen_at" timestamptz(3) not null`,
  `"device_created_at" timestamptz(3) null`,
  `"last_timestamp_ms" bigint not null`,
  `"uptime" bigint not null`,
  `"status" text not null`,
  `"firmware_version" text not null`,
  `"app_version" text not null`,
  `"firmware_build_number" bigint null`,
  `"free_heap" bigint null`,
  `"temperature" double precision null`,
  `"wifi_rssi" int null`,
  `"hardware_revision" text null`,
  `"ota_slot" text null`,
  `"device_hardware_revision" text null`,
];
const names = columns.map((column) => column.split(' ')[0]).join(', ');

const statements = [
  // Heartbeats that come in meanwhile wait, and are written to the new table.
  'lock table "device_presence" in access exclusive mode',
  'alter table "device_presence" rename to "device_presence_before"',
  `create table "device_presence" (${columns.join(', ')}) with (fillfactor = 70)`,
  `insert into "device_presence" (${names}) select ${names} from "device_presence_before"`,
  'drop table "device_presence_before"',
  'alter table "device_presence" add constraint "device_presence_pkey" primary key ("device_id")',
  `alter table "device_presence" add constraint "device_presence_ota_slot_check" check ("ota_slot" in ('ota_0', 'ota_1'))`,
  `alter table "device_presence" add constraint "device_presence_device_fk" foreign key ("device_id") references "device" ("id") on update cascade on delete cascade`,
  `create index "device_presence_created_at_index" on "device_presence" ("device_created_at", "device_id")`,
  `create index "device_presence_firmware_version_index" on "device_presence" ("firmware_version", "device_created_at", "device_id")`,
  `create index "device_presence_firmware_build_number_index" on "device_presence" ("firmware_build_number", "device_created_at", "device_id") where firmware_build_number is not null`,
  `create index "device_presence_fitting_version_index" on "device_presence" ("device_hardware_revision", "firmware_version", "device_created_at", "device_id")`,
  `create index "device_presence_fitting_build_index" on "device_presence" ("device_hardware_revision", "firmware_build_number", "device_created_at", "device_id") where firmware_build_number is not null`,
  `create index "device_presence_app_version_hash" on "device_presence" using hash ("app_version")`,
  `create trigger "device_presence_repeat" before insert on "device_presence" for each row when (new.device_created_at is null) execute function "device_presence_repeat"()`,
  'analyze "device_presence"',
];
