import type { Sql } from './app.ts';

/** Devices of one batch at most, as the schema checks it. */
const BATCH_SIZE = 500;

/**
 * A business of this many customers, devices, sales and preorders, and as many installations of one release, made by
 * statements, in half a minute. The first customer is a reseller, who has every second device, sale and preorder. Ids
 * follow from the numbers: `idOf(sql, 'device', 7)`.
 */
export async function insertManyRows(sql: Sql, count: number): Promise<void> {
  const numbers = `generate_series(1, ${count}) n`;
  const when = `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'`;
  const id = (kind: string, number = 'n') => `md5('${kind}-' || ${number})::uuid`;
  const buyer = id('customer', 'case when n % 2 = 0 then 1 else n end');
  await sql(`insert into customer (id, full_name, email, phone, phone_canonical, company, city, source, created_at, updated_at)
    select ${id('customer')}, 'Customer ' || md5(n::text), n || '@example.com', '+99890' || n, '99890' || n, 'Company ' || n % 1000,
           'City ' || n % 100, 'admin', ${when}, ${when} from ${numbers}`);
  await sql(`insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
    select ${id('batch')}, 'B-' || n, 'LAMP1', 'rev-b', ${BATCH_SIZE}, 'COMPLETED', ${when}, ${when}
      from generate_series(0, ${Math.floor(count / BATCH_SIZE)}) n`);
  await sql(`insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, owner_id, claimed_at, created_at, updated_at)
    select ${id('device')}, 'KRV-' || upper(substr(md5(n::text), 1, 12)), ${id('batch', `n / ${BATCH_SIZE}`)}, n % ${BATCH_SIZE} + 1, 'LAMP1', 'rev-b',
           'CLAIMED', ${buyer}, ${when}, ${when}, ${when} from ${numbers}`);
  await sql(`insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
    select ${id('device')}, ${when}, n, '1.' || n % 50 || '.0', '2.0.0', 1, 'healthy' from ${numbers}`);
  await sql(`insert into sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status,
                      sales_channel, sold_at, created_by, created_at, updated_at)
    select ${id('sale')}, 'KRV-2026-' || n, ${buyer}, ${id('device')}, 1000000, 0, 1000000, 'UZS', 'PAID', 'PAID', 'DIRECT',
           ${when}, ${id('admin')}, ${when}, ${when} from ${numbers}`);
  await sql(`insert into preorder (id, number, key_hash, fingerprint, customer_id, status, full_name, phone, email, region, city, quantity,
                          locale, product_name, currency, created_at, updated_at)
    select ${id('preorder')}, 'PRE-' || n, decode(md5('k' || n), 'hex'), '\\x00', ${buyer}, 'NEW', 'Customer ' || md5(n::text),
           '+99890' || n, n || '@example.com', 'Toshkent', 'City ' || n % 100, 1, 'uz', 'Lamp', 'UZS', ${when}, ${when} from ${numbers}`);
  await sql(`insert into release (id, source, model, version, build_number, hardware_revision, security_version, channel, lifecycle, mandatory,
                         release_notes, firmware_sha256, firmware_size, signed_by, rollout_percentage, created_by, created_at, updated_at)
    select ${id('release')}, 'PACKAGE', 'LAMP1', '2.0.' || n, n, 'rev-b', 1, 'STABLE', 'PAUSED', false, '{}', md5(n::text), 1, '{}', 100,
           ${id('admin')}, ${when}, ${when} from generate_series(1, 100) n`);
  await sql(`insert into installation (id, device_id, release_id, attempt, status, failure_source, failure_code, created_at, updated_at)
    select ${id('installation')}, ${id('device')}, ${id('release', '1')}, 1, case n % 3 when 0 then 'FAILED' else 'SUCCESS' end,
           case n % 3 when 0 then 'DEVICE' end, case n % 3 when 0 then 'UNKNOWN' end, ${when}, ${when} from ${numbers}`);
  await sql('analyze');
}

/** The id that `insertManyRows` gave to the row of that number. */
export async function idOf(sql: Sql, kind: string, number: number): Promise<string> {
  const [row] = await sql('select md5($1)::uuid as id', [`${kind}-${number}`]);
  return String(row.id);
}
