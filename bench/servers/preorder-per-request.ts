/** A preorder by hand, on Karvon's tables: the terms locked, order, count and audit entry in one transaction. */
import { createHash, randomBytes } from 'node:crypto';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import pg from 'pg';

interface Order {
  readonly fullName: string;
  readonly phone: string;
  readonly region: string;
  readonly quantity: number;
  readonly locale: string;
}

interface Terms {
  readonly pre_order_enabled: boolean;
  readonly max_quantity_per_order: number;
  readonly preorder_capacity: number | null;
  readonly reserved: number;
  readonly product_name: string;
  readonly currency: string;
  readonly full_price: string | null;
  readonly deposit_amount: string | null;
}

const app = new Koa();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

function isOrder(body: unknown): body is Order {
  if (typeof body !== 'object' || body === null) return false;
  if (!('fullName' in body && 'phone' in body && 'region' in body && 'quantity' in body && 'locale' in body))
    return false;
  const { fullName, phone, region, quantity, locale } = body;
  return [fullName, phone, region, locale].every((text) => typeof text === 'string') && Number.isSafeInteger(quantity);
}

function isWithin(terms: Terms, quantity: number): boolean {
  const { preorder_capacity: capacity, reserved, max_quantity_per_order: most } = terms;
  return terms.pre_order_enabled && quantity <= most && (capacity === null || reserved + quantity <= capacity);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Stores an order within the terms, in one transaction; undefined when it is not within them. */
async function store(order: Order, key: string, ip: string) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const found = await client.query<Terms>('SELECT * FROM preorder_settings WHERE id = 1 FOR UPDATE');
    const terms = found.rows[0];
    if (!terms || !isWithin(terms, order.quantity)) {
      await client.query('ROLLBACK');
      return undefined;
    }
    const number = `PRE-${randomBytes(6).toString('hex').toUpperCase()}`;
    const stored = await client.query<{ id: string; createdAt: Date }>(
      `INSERT INTO preorder (id, number, key_hash, fingerprint, status, full_name, phone, region, quantity, locale,
                             product_name, currency, full_price, deposit_amount, created_at, updated_at)
       VALUES (uuidv7(), $1, $2, $3, 'NEW', $4, $5, $6, $7, $8, $9, $10, $11, $12, now(), now())
       RETURNING id, created_at AS "createdAt"`,
      [
        number,
        sha256(key),
        sha256(JSON.stringify(order)),
        order.fullName,
        order.phone,
        order.region,
        order.quantity,
        order.locale,
        terms.product_name,
        terms.currency,
        terms.full_price,
        terms.deposit_amount,
      ],
    );
    await client.query('UPDATE preorder_settings SET reserved = reserved + $1 WHERE id = 1', [order.quantity]);
    await client.query(
      `INSERT INTO audit_entry (id, at, actor_type, action, target_kind, target_id, detail, request_id, ip, transport)
       VALUES (uuidv7(), now(), 'PUBLIC', 'createPreorder', 'Preorder', $1, $2, $3, $4, 'REST')`,
      [stored.rows[0]?.id, { number, quantity: order.quantity }, randomBytes(8).toString('hex'), ip],
    );
    await client.query('COMMIT');
    return { number, status: 'NEW', createdAt: stored.rows[0]?.createdAt };
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

app.use(koaBody());
app.use(async (ctx) => {
  if (ctx.method !== 'POST') {
    ctx.body = { status: 'ok' };
    return;
  }
  const { body }: { body?: unknown } = ctx.request;
  const key = ctx.get('idempotency-key');
  if (!isOrder(body) || key === '') {
    ctx.status = 400;
    return;
  }
  const receipt = await store(body, key, ctx.get('x-forwarded-for'));
  ctx.status = receipt ? 201 : 409;
  ctx.body = receipt ?? { error: { code: 'PREORDER_DISABLED' } };
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
