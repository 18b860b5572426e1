import { Migration } from '@mikro-orm/migrations';

/** Commerce: customers' phones and notes, sales with refunds and gapless numbers, preorders, replies kept for retries. */
export class Commerce20261121 extends Migration {
  override up(): void {
    for (const statement of [...customers, ...sales, ...preorders, ...idempotency]) this.addSql(statement);
  }
}

const customers = [
  `alter table "customer" add "phone_canonical" text null, add "source" text null`,
  `alter table "customer" add constraint "customer_phone_unique" unique ("phone_canonical")`,
  `create index "customer_phone_canonical_trigram" on "customer" using gin ("phone_canonical" gin_trgm_ops)`,
  `create index "customer_company_trigram" on "customer" using gin ("company" gin_trgm_ops)`,
  `create index "customer_telegram_username_trigram" on "customer" using gin ("telegram_username" gin_trgm_ops)`,
  `create table "customer_note" (
    "id" uuid not null primary key,
    "customer_id" uuid not null,
    "content" text not null,
    "author_id" uuid not null,
    "created_at" timestamptz(3) not null,
    constraint "customer_note_customer_fk" foreign key ("customer_id") references "customer" ("id") on delete cascade
  )`,
  `create index "customer_note_customer_index" on "customer_note" ("customer_id", "created_at", "id")`,
];

const sales = [
  `create table "sale" (
    "id" uuid not null primary key,
    "number" text not null,
    "customer_id" uuid not null,
    "device_id" uuid not null,
    "unit_price" bigint not null,
    "discount" bigint not null,
    "total" bigint not null,
    "currency" text not null,
    "payment_status" text not null,
    "status" text not null,
    "sales_channel" text not null,
    "sold_at" timestamptz(3) not null,
    "notes" text null,
    "refunded_total" bigint not null default '0',
    "cancelled_at" timestamptz(3) null,
    "cancel_reason" text null,
    "claimed_at" timestamptz(3) null,
    "device_released_at" timestamptz(3) null,
    "created_by" uuid not null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "sale_number_unique" unique ("number"),
    constraint "sale_customer_fk" foreign key ("customer_id") references "customer" ("id") on delete restrict,
    constraint "sale_device_fk" foreign key ("device_id") references "device" ("id") on delete restrict,
    constraint "sale_total_adds_up" check (total = unit_price - discount and discount >= 0 and discount <= unit_price),
    constraint "sale_refunds_bounded" check (refunded_total >= 0 and refunded_total <= total),
    constraint "sale_status_fits_payment" check ((status = 'DRAFT' and payment_status = 'UNPAID') or (status = 'PENDING' and payment_status in ('UNPAID', 'PARTIAL')) or (status in ('PAID', 'FULFILLED') and payment_status = 'PAID') or (status = 'CANCELLED' and payment_status = 'UNPAID') or (status = 'REFUNDED' and payment_status = 'REFUNDED')),
    constraint "sale_payment_status_check" check ("payment_status" in ('UNPAID', 'PARTIAL', 'PAID', 'REFUNDED')),
    constraint "sale_status_check" check ("status" in ('DRAFT', 'PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED')),
    constraint "sale_sales_channel_check" check ("sales_channel" in ('DIRECT', 'INSTAGRAM', 'TELEGRAM', 'WEBSITE', 'RESELLER', 'OFFLINE', 'OTHER'))
  )`,
  `create unique index "sale_one_live_per_device" on "sale" ("device_id") where status not in ('CANCELLED', 'REFUNDED') and device_released_at is null`,
  `create index "sale_created_at_index" on "sale" ("created_at", "id")`,
  `create index "sale_sold_at_index" on "sale" ("sold_at", "id")`,
  `create index "sale_status_index" on "sale" ("status", "created_at", "id")`,
  `create index "sale_customer_index" on "sale" ("customer_id", "created_at", "id")`,
  `create index "sale_device_index" on "sale" ("device_id", "created_at", "id")`,
  `create index "sale_number_trigram" on "sale" using gin ("number" gin_trgm_ops)`,
  `create table "refund" (
    "id" uuid not null primary key,
    "sale_id" uuid not null,
    "amount" bigint not null,
    "reason" text not null,
    "device_disposition" text null,
    "created_by" uuid not null,
    "created_at" timestamptz(3) not null,
    constraint "refund_sale_fk" foreign key ("sale_id") references "sale" ("id") on delete restrict,
    constraint "refund_amount_positive" check (amount > 0),
    constraint "refund_device_disposition_check" check ("device_disposition" in ('RETURNED', 'REVOKED'))
  )`,
  `create index "refund_sale_index" on "refund" ("sale_id", "created_at", "id")`,
  `create index "refund_created_at_index" on "refund" ("created_at")`,
  `create function "refund_refuse_change"() returns trigger language plpgsql as $$
   begin
     raise exception 'refunds are never changed or removed' using errcode = 'insufficient_privilege';
   end $$`,
  `create trigger "refund_append_only" before update or delete on "refund" for each row execute function "refund_refuse_change"()`,
  `create table "order_counter" (
    "prefix" text not null,
    "year" int not null,
    "last" int not null,
    primary key ("prefix", "year")
  )`,
];

const preorderStatuses = `('NEW', 'CONTACTED', 'CONFIRMED', 'PAYMENT_PENDING', 'DEPOSIT_PAID', 'READY_TO_SHIP', 'FULFILLED', 'CANCELLED')`;

const preorders = [
  `create table "preorder" (
    "id" uuid not null primary key,
    "number" text not null,
    "key_hash" bytea not null,
    "fingerprint" bytea not null,
    "customer_id" uuid null,
    "status" text not null,
    "full_name" text null,
    "phone" text null,
    "region" text null,
    "city" text null,
    "email" text null,
    "telegram_username" text null,
    "note" text null,
    "product_color" text null,
    "payment_method" text null,
    "quantity" int not null,
    "locale" text not null,
    "utm_source" text null,
    "utm_medium" text null,
    "utm_campaign" text null,
    "utm_content" text null,
    "utm_term" text null,
    "referrer" text null,
    "product_name" text not null,
    "currency" text not null,
    "full_price" bigint null,
    "deposit_amount" bigint null,
    "assigned_admin_id" uuid null,
    "first_contacted_at" timestamptz(3) null,
    "deposit_paid_at" timestamptz(3) null,
    "fulfilled_at" timestamptz(3) null,
    "cancelled_at" timestamptz(3) null,
    "refund_due" boolean not null default false,
    "deleted_at" timestamptz(3) null,
    "revision" int not null default 1,
    "created_at" timestamptz(3) not null,
    "updated_at" timestamptz(3) not null,
    constraint "preorder_number_unique" unique ("number"),
    constraint "preorder_key_unique" unique ("key_hash"),
    constraint "preorder_customer_fk" foreign key ("customer_id") references "customer" ("id") on delete restrict,
    constraint "preorder_quantity_range" check (quantity >= 1 and quantity <= 20),
    constraint "preorder_status_check" check ("status" in ${preorderStatuses}),
    constraint "preorder_product_color_check" check ("product_color" in ('BLACK', 'WHITE', 'LAVENDER')),
    constraint "preorder_payment_method_check" check ("payment_method" in ('DEPOSIT', 'FULL')),
    constraint "preorder_locale_check" check ("locale" in ('uz', 'en', 'ru'))
  )`,
  `create index "preorder_created_at_index" on "preorder" ("created_at", "id")`,
  `create index "preorder_status_index" on "preorder" ("status", "created_at", "id")`,
  `create index "preorder_customer_index" on "preorder" ("customer_id", "created_at", "id")`,
  `create index "preorder_assigned_admin_index" on "preorder" ("assigned_admin_id", "created_at", "id")`,
  `create index "preorder_number_trigram" on "preorder" using gin ("number" gin_trgm_ops)`,
  `create index "preorder_full_name_trigram" on "preorder" using gin ("full_name" gin_trgm_ops)`,
  `create index "preorder_phone_trigram" on "preorder" using gin ("phone" gin_trgm_ops)`,
  `create index "preorder_email_trigram" on "preorder" using gin ("email" gin_trgm_ops)`,
  `create table "preorder_event" (
    "id" uuid not null primary key,
    "preorder_id" uuid not null,
    "at" timestamptz(3) not null,
    "from_status" text null,
    "to_status" text not null,
    "correction" boolean not null default false,
    "note" text null,
    "from_admin_id" uuid null,
    "to_admin_id" uuid null,
    "actor_id" uuid null,
    constraint "preorder_event_preorder_fk" foreign key ("preorder_id") references "preorder" ("id") on delete cascade,
    constraint "preorder_event_from_status_check" check ("from_status" in ${preorderStatuses}),
    constraint "preorder_event_to_status_check" check ("to_status" in ${preorderStatuses})
  )`,
  `create index "preorder_event_preorder_index" on "preorder_event" ("preorder_id", "at", "id")`,
  `create table "preorder_settings" (
    "id" int not null primary key,
    "pre_order_enabled" boolean not null,
    "product_name" text not null,
    "currency" text not null,
    "full_price" bigint null,
    "deposit_amount" bigint null,
    "expected_delivery_text_uz" text not null,
    "expected_delivery_text_en" text not null,
    "expected_delivery_text_ru" text not null,
    "max_quantity_per_order" int not null,
    "preorder_capacity" int null,
    "contact_phone" text null,
    "support_telegram" text null,
    "allow_manual_deposit_confirmation" boolean not null,
    "reserved" int not null default 0,
    "revision" int not null default 1,
    "updated_at" timestamptz(3) not null,
    constraint "preorder_settings_single_row" check (id = 1),
    constraint "preorder_settings_reserved_positive" check (reserved >= 0)
  )`,
  `insert into "preorder_settings"
     ("id", "pre_order_enabled", "product_name", "currency", "expected_delivery_text_uz", "expected_delivery_text_en",
      "expected_delivery_text_ru", "max_quantity_per_order", "allow_manual_deposit_confirmation", "updated_at")
   values (1, false, 'Karvon', 'UZS', 'Tez orada', 'Soon', 'Скоро', 5, false, now())`,
  `create table "preorder_view_event" (
    "session_hash" bytea not null,
    "day" date not null,
    "locale" text not null,
    "utm_source" text null,
    "utm_medium" text null,
    "utm_campaign" text null,
    "utm_content" text null,
    "utm_term" text null,
    "referrer" text null,
    "created_at" timestamptz(3) not null,
    primary key ("session_hash", "day"),
    constraint "preorder_view_event_locale_check" check ("locale" in ('uz', 'en', 'ru'))
  )`,
  `create index "preorder_view_event_day_index" on "preorder_view_event" ("day")`,
  `create table "preorder_view_day" (
    "day" date not null,
    "utm_source" text not null,
    "locale" text not null,
    "sessions" int not null,
    primary key ("day", "utm_source", "locale"),
    constraint "preorder_view_day_locale_check" check ("locale" in ('uz', 'en', 'ru'))
  )`,
];

const idempotency = [
  `create table "idempotency_key" (
    "key_hash" bytea not null primary key,
    "fingerprint" bytea not null,
    "reply" jsonb null,
    "created_at" timestamptz(3) not null,
    "expires_at" timestamptz(3) not null
  )`,
  `create index "idempotency_key_expires_at_index" on "idempotency_key" ("expires_at")`,
];
