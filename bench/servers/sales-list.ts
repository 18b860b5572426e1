/** The same page of sales by hand: Koa, a pool and two statements; nobody signs in and nothing is counted or checked. */
import Koa from 'koa';
import pg from 'pg';

const INT8 = 20;
const PAGE = `
  SELECT s.id, s.number, s.status, s.payment_status, s.customer_id, c.full_name, s.device_id, d.serial, s.unit_price,
         s.discount, s.total, s.refunded_total, s.currency, s.sales_channel, s.sold_at, s.notes, s.cancelled_at,
         s.cancel_reason, s.claimed_at, s.device_released_at, s.created_by, s.revision, s.created_at, s.updated_at
    FROM sale s JOIN customer c ON c.id = s.customer_id JOIN device d ON d.id = s.device_id
   ORDER BY s.created_at DESC, s.id DESC LIMIT $1`;
const COUNT = 'SELECT count(*) AS total FROM sale';

/** A row of PAGE, as far as the answer has to work on it. */
interface Row {
  readonly payment_status: string;
  readonly total: number;
  readonly refunded_total: number;
  readonly [column: string]: unknown;
}

pg.types.setTypeParser(INT8, Number);
const app = new Koa();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

function refundState({ total, refunded_total: refunded }: Row): string {
  if (refunded === 0) return 'NONE';
  return refunded === total ? 'FULL' : 'PARTIAL';
}

function refundable({ payment_status: payment, total, refunded_total: refunded }: Row): number {
  return payment === 'PARTIAL' || payment === 'PAID' ? total - refunded : 0;
}

function saleOf(row: Row) {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    paymentStatus: row.payment_status,
    refundState: refundState(row),
    customer: { id: row.customer_id, fullName: row.full_name },
    device: { id: row.device_id, serial: row.serial },
    unitPrice: row.unit_price,
    discount: row.discount,
    total: row.total,
    refundedTotal: row.refunded_total,
    refundable: refundable(row),
    currency: row.currency,
    salesChannel: row.sales_channel,
    soldAt: row.sold_at,
    notes: row.notes,
    cancelledAt: row.cancelled_at,
    cancelReason: row.cancel_reason,
    claimedAt: row.claimed_at,
    deviceReleasedAt: row.device_released_at,
    createdBy: row.created_by,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

app.use(async (ctx) => {
  if (ctx.path === '/health') {
    ctx.body = { status: 'ok' };
    return;
  }
  const take = Number(ctx.query.take);
  const [page, counted] = await Promise.all([pool.query<Row>(PAGE, [take]), pool.query<{ total: number }>(COUNT)]);
  ctx.body = { items: page.rows.map(saleOf), total: counted.rows[0]?.total, skip: 0, take };
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
