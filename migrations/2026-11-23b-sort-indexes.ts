import { Migration } from '@mikro-orm/migrations';

/**
 * An index for every order of the lists that grow without bound, with the age and the id of the records in it: it also has the
 * records with one value of the field in the list's own order (ADR 27).
 */
export class SortIndexes20261123 extends Migration {
  override up(): void {
    for (const statement of [...presences, ...indexes]) this.addSql(statement);
  }
}

/** Lists of devices in an order of their presence, or bounded by it, read little else: it repeats what a device was made with. */
const presences = [
  `create function "device_created_at"(uuid) returns timestamptz language plpgsql as $$ begin return (select created_at from device where id = $1); end $$`,
  `create function "device_hardware_revision"(uuid) returns text language plpgsql as $$ begin return (select hardware_revision from device where id = $1); end $$`,
  `alter table "device_presence" add column "device_created_at" timestamptz(3) null, add column "device_hardware_revision" text null`,
  // The table is written once, as densely as before; an update would leave it twice as large.
  `alter table "device_presence" alter column "device_created_at" type timestamptz(3) using "device_created_at"("device_id"),
    alter column "device_hardware_revision" type text using "device_hardware_revision"("device_id")`,
  `drop function "device_created_at"(uuid)`,
  `drop function "device_hardware_revision"(uuid)`,
  `create function "device_presence_repeat"() returns trigger language plpgsql as $$
  begin
    select created_at, hardware_revision into new.device_created_at, new.device_hardware_revision from device where id = new.device_id;
    return new;
  end $$`,
  `create trigger "device_presence_repeat" before insert on "device_presence" for each row when (new.device_created_at is null) execute function "device_presence_repeat"()`,
  `create index "device_presence_created_at_index" on "device_presence" ("device_created_at", "device_id")`,
  `create index "device_presence_firmware_version_index" on "device_presence" ("firmware_version", "device_created_at", "device_id")`,
  `create index "device_presence_firmware_build_number_index" on "device_presence" ("firmware_build_number", "device_created_at", "device_id") where firmware_build_number is not null`,
  `create index "device_presence_fitting_version_index" on "device_presence" ("device_hardware_revision", "firmware_version", "device_created_at", "device_id")`,
  `create index "device_presence_fitting_build_index" on "device_presence" ("device_hardware_revision", "firmware_build_number", "device_created_at", "device_id") where firmware_build_number is not null`,
  // Devices report an app version of any length, which no other index takes.
  `create index "device_presence_app_version_hash" on "device_presence" using hash ("app_version")`,
];

const indexes = [
  // An app may give a name of any length, and an index takes no long text.
  `create index "customer_full_name_index" on "customer" (left("full_name", 200), "created_at", "id")`,
  `create index "customer_company_index" on "customer" ("company", "created_at", "id")`,
  `create index "customer_country_index" on "customer" ("country", "created_at", "id")`,
  `create index "customer_city_index" on "customer" ("city", "created_at", "id")`,
  `create index "customer_region_index" on "customer" ("region", "created_at", "id")`,
  `create index "customer_preferred_language_index" on "customer" ("preferred_language", "created_at", "id")`,
  `create index "customer_updated_at_index" on "customer" ("updated_at", "created_at", "id")`,
  `create index "device_hardware_revision_model_index" on "device" ("hardware_revision", "model", "created_at", "id")`,
  `create index "device_hardware_revision_status_index" on "device" ("hardware_revision", "status", "created_at", "id")`,
  // A hardware revision is of few models: without it PostgreSQL expects each model in every revision.
  `create statistics "device_model_of_revision" (mcv) on "hardware_revision", "model" from "device"`,
  `create index "device_firmware_channel_index" on "device" ("firmware_channel", "created_at", "id") where firmware_channel is not null`,
  `create index "device_claimed_at_index" on "device" ("claimed_at", "created_at", "id") where claimed_at is not null`,
  `create index "device_activated_at_index" on "device" ("activated_at", "created_at", "id") where activated_at is not null`,
  `create index "device_updated_at_index" on "device" ("updated_at", "created_at", "id")`,
  // What this name has had is of the codes that can still end.
  `alter index "claim_code_expires_at_index" rename to "claim_code_ending_index"`,
  `create index "claim_code_expires_at_index" on "claim_code" ("expires_at", "created_at", "id") where expires_at is not null`,
  `create index "claim_code_claimed_at_index" on "claim_code" ("claimed_at", "created_at", "id") where claimed_at is not null`,
  `create index "sale_payment_status_index" on "sale" ("payment_status", "created_at", "id")`,
  `create index "sale_unit_price_index" on "sale" ("unit_price", "created_at", "id")`,
  `create index "sale_discount_index" on "sale" ("discount", "created_at", "id")`,
  `create index "sale_total_index" on "sale" ("total", "created_at", "id")`,
  `create index "sale_refunded_total_index" on "sale" ("refunded_total", "created_at", "id")`,
  `create index "sale_currency_index" on "sale" ("currency", "created_at", "id")`,
  `create index "sale_sales_channel_index" on "sale" ("sales_channel", "created_at", "id")`,
  `create index "sale_cancelled_at_index" on "sale" ("cancelled_at", "created_at", "id") where cancelled_at is not null`,
  `create index "sale_claimed_at_index" on "sale" ("claimed_at", "created_at", "id") where claimed_at is not null`,
  `create index "sale_device_released_at_index" on "sale" ("device_released_at", "created_at", "id") where device_released_at is not null`,
  `create index "sale_created_by_index" on "sale" ("created_by", "created_at", "id")`,
  `create index "sale_updated_at_index" on "sale" ("updated_at", "created_at", "id")`,
  `create index "preorder_full_name_index" on "preorder" ("full_name", "created_at", "id")`,
  `create index "preorder_region_index" on "preorder" ("region", "created_at", "id")`,
  `create index "preorder_city_index" on "preorder" ("city", "created_at", "id")`,
  `create index "preorder_quantity_index" on "preorder" ("quantity", "created_at", "id")`,
  `create index "preorder_locale_index" on "preorder" ("locale", "created_at", "id")`,
  `create index "preorder_utm_source_index" on "preorder" ("utm_source", "created_at", "id")`,
  `create index "preorder_first_contacted_at_index" on "preorder" ("first_contacted_at", "created_at", "id") where first_contacted_at is not null`,
  `create index "preorder_deposit_paid_at_index" on "preorder" ("deposit_paid_at", "created_at", "id") where deposit_paid_at is not null`,
  `create index "preorder_fulfilled_at_index" on "preorder" ("fulfilled_at", "created_at", "id") where fulfilled_at is not null`,
  `create index "preorder_cancelled_at_index" on "preorder" ("cancelled_at", "created_at", "id") where cancelled_at is not null`,
  `create index "preorder_updated_at_index" on "preorder" ("updated_at", "created_at", "id")`,
  `create index "audit_entry_actor_type_index" on "audit_entry" ("actor_type", "at", "id")`,
  `create index "audit_entry_target_kind_index" on "audit_entry" ("target_kind", "at", "id")`,
  `create index "audit_entry_target_id_index" on "audit_entry" ("target_id", "at", "id")`,
  `create index "audit_entry_request_index" on "audit_entry" ("request_id")`,
  // An id is of one kind: the index above has its entries.
  `drop index "audit_entry_target_index"`,
];
