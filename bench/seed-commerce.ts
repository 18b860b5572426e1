/** Fills tables of commerce by SQL, far faster than the API would; PostgreSQL 18, as the bench's own cluster is. */
import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { withDatabase } from './database.ts';

const BATCH_QUANTITY = 500;
const MODELS = 5;
const CUSTOMERS_PER_SALE = 0.25;
const SESSION_COOKIE = 'karvon_admin_session';

/**
 * Makes admins with a session each: calls are counted per admin, so that a load comes from a team.
 * @returns their cookies, as a request header
 */
export async function seedTeam(databaseUrl: string, count: number, role = 'SALES'): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await seed(databaseUrl, async (client) => {
    await client.query(
      `WITH made AS (
         INSERT INTO admin (id, name, email, role, status, password_hash, must_change_password, created_at, updated_at)
         SELECT uuidv7(), 'Bench ' || n, gen_random_uuid() || '@example.com', $3, 'ACTIVE', 'none', false, now(), now()
           FROM generate_series(1, $1) n RETURNING id
       ), numbered AS (SELECT id, row_number() OVER () AS n FROM made)
       INSERT INTO admin_session (id, admin_id, token_hash, ip, created_at, expires_at)
       SELECT uuidv7(), numbered.id, token.hash, '127.0.0.1', now(), now() + interval '1 hour'
         FROM numbered JOIN unnest($2::bytea[]) WITH ORDINALITY AS token (hash, n) USING (n)`,
      [count, tokens.map((token) => createHash('sha256').update(token).digest()), role],
    );
    await client.query('VACUUM ANALYZE admin, admin_session');
  });
  return tokens.map((token) => `${SESSION_COOKIE}=${token}`);
}

/** Makes customers with every column filled in; each tenth needs quotes in a CSV file. They came over the last year. */
export async function seedCustomers(databaseUrl: string, count: number): Promise<void> {
  await seed(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO customer (id, full_name, email, phone, phone_canonical, company, country, city, region,
                             telegram_username, preferred_language, notes, source, created_at, updated_at)
       SELECT uuidv7(), 'Dilnoza Karimova ' || n, 'customer-' || n || '@example.com', phone, phone,
              CASE WHEN n % 10 = 0 THEN 'Karimov, Sons & Co' ELSE 'Karimov' END, 'UZ', 'Samarkand', 'Samarkand',
              'customer_' || n, (ARRAY['uz', 'en', 'ru'])[1 + n % 3], 'Asked for a call in the evening.', 'instagram',
              at, at
         FROM (SELECT n, '+99890' || lpad(n::text, 7, '0') AS phone, now() - n * (interval '364 days' / $1::int) AS at
                 FROM generate_series(1, $1) n) person`,
      [count],
    );
    await client.query('VACUUM ANALYZE customer');
  });
}

/**
 * Makes sales of the last 364 days, evenly, each of a device of its own, with a customer for every four: in every
 * status, channel and model, in one currency. Their refunds are amounts without rows of their own.
 */
export async function seedSales(databaseUrl: string, count: number): Promise<void> {
  await seedCustomers(databaseUrl, count * CUSTOMERS_PER_SALE);
  await seed(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO inventory_batch (id, code, model, hardware_revision, quantity, status, created_at, updated_at)
       SELECT uuidv7(), 'BENCH-' || lpad(n::text, 4, '0'), 'MODEL-' || n % ${MODELS}, 'A1', ${BATCH_QUANTITY},
              'COMPLETED', now(), now()
         FROM generate_series(1, $1) n`,
      [Math.ceil(count / BATCH_QUANTITY)],
    );
    await client.query(
      `INSERT INTO device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, created_at, updated_at)
       SELECT uuidv7(), b.code || '-' || lpad(n::text, 6, '0'), b.id, n, b.model, b.hardware_revision, 'SOLD', now(), now()
         FROM inventory_batch b CROSS JOIN generate_series(1, ${BATCH_QUANTITY}) n
        ORDER BY b.code, n LIMIT $1`,
      [count],
    );
    await client.query(SALES, [count, count * CUSTOMERS_PER_SALE]);
    await client.query('VACUUM ANALYZE inventory_batch, device, sale');
  });
}

const SALES = `
  INSERT INTO sale (id, number, customer_id, device_id, unit_price, discount, total, currency, payment_status, status,
                    sales_channel, sold_at, refunded_total, cancelled_at, cancel_reason, created_by, created_at, updated_at)
  SELECT uuidv7(), 'KRV-2026-' || lpad(d.n::text, greatest(6, length(d.n::text)), '0'), c.id, d.id, price, discount, price - discount, 'UZS',
         split_part(state, '/', 2), split_part(state, '/', 1),
         (ARRAY['DIRECT', 'INSTAGRAM', 'TELEGRAM', 'WEBSITE', 'RESELLER', 'OFFLINE', 'OTHER'])[1 + d.n % 7],
         at, CASE WHEN state = 'REFUNDED/REFUNDED' THEN price - discount WHEN d.n % 25 = 8 THEN 100000 ELSE 0 END,
         CASE WHEN state = 'CANCELLED/UNPAID' THEN at END, CASE WHEN state = 'CANCELLED/UNPAID' THEN 'No answer' END,
         (SELECT id FROM admin LIMIT 1), at, at
    FROM (SELECT id, row_number() OVER (ORDER BY serial) AS n FROM device) d
    JOIN (SELECT id, row_number() OVER (ORDER BY created_at) AS n FROM customer) c ON c.n = 1 + d.n % $2,
    LATERAL (SELECT 1900000 + d.n % 10 * 100000 AS price, d.n % 4 * 50000 AS discount,
                    now() - d.n * (interval '364 days' / $1::int) AS at,
                    CASE WHEN d.n % 20 = 0 THEN 'CANCELLED/UNPAID' WHEN d.n % 20 = 1 THEN 'REFUNDED/REFUNDED'
                         WHEN d.n % 20 = 2 THEN 'PENDING/UNPAID' WHEN d.n % 20 = 3 THEN 'PENDING/PARTIAL'
                         WHEN d.n % 20 < 12 THEN 'PAID/PAID' ELSE 'FULFILLED/PAID' END AS state) facts`;

/** Opens preorders without a capacity. */
export async function openPreorders(databaseUrl: string): Promise<void> {
  await seed(databaseUrl, async (client) => {
    await client.query(
      `UPDATE preorder_settings SET pre_order_enabled = true, full_price = 2500000, deposit_amount = 500000`,
    );
  });
}

/** What is seeded need not outlive a crash; what is measured must. */
function seed(databaseUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  return withDatabase(databaseUrl, async (client) => {
    await client.query('SET synchronous_commit = off');
    await work(client);
  });
}
