/** The minimal baseline: Koa, koa-body and a pool, the same proof, one transaction per heartbeat. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import pg from 'pg';

const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

interface Heartbeat {
  readonly serial: string;
  readonly firmwareVersion: string;
  readonly appVersion: string;
  readonly uptime: number;
  readonly wifiRSSI: number | null;
  readonly freeHeap: number | null;
  readonly temperature: number | null;
  readonly status: string;
}

const app = new Koa();
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

function isHeartbeat(body: unknown): body is Heartbeat {
  if (typeof body !== 'object' || body === null) return false;
  if (!('serial' in body && 'firmwareVersion' in body && 'appVersion' in body && 'uptime' in body)) return false;
  const { serial, firmwareVersion, appVersion, uptime } = body;
  const texts = [serial, firmwareVersion, appVersion];
  return texts.every((text) => typeof text === 'string') && Number.isSafeInteger(uptime);
}

function isProved(secret: Buffer, proof: string, payload: string): boolean {
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(proof, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Stores a heartbeat whose proof holds, in one transaction. */
async function store(heartbeat: Heartbeat, timestamp: string, proof: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const found = await client.query<{ id: string; secret: Buffer }>(
      'SELECT id, secret FROM device WHERE serial = $1',
      [heartbeat.serial],
    );
    const device = found.rows[0];
    const { serial, firmwareVersion, uptime } = heartbeat;
    if (!device || !isProved(device.secret, proof, `${timestamp}.${serial}.${firmwareVersion}.${uptime}`)) {
      await client.query('ROLLBACK');
      return false;
    }
    await client.query(
      `INSERT INTO heartbeat (device_id, sent_at, firmware_version, app_version, uptime, wifi_rssi, free_heap,
                              temperature, status)
       VALUES ($1, to_timestamp($2 / 1000.0), $3, $4, $5, $6, $7, $8, $9)`,
      [
        device.id,
        Number(timestamp),
        firmwareVersion,
        heartbeat.appVersion,
        uptime,
        heartbeat.wifiRSSI,
        heartbeat.freeHeap,
        heartbeat.temperature,
        heartbeat.status,
      ],
    );
    await client.query(
      `UPDATE device_presence SET last_seen_at = now(), firmware_version = $2, app_version = $3, uptime = $4, status = $5
       WHERE device_id = $1`,
      [device.id, firmwareVersion, heartbeat.appVersion, uptime, heartbeat.status],
    );
    await client.query('COMMIT');
    return true;
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
  const timestamp = ctx.get('x-karvon-timestamp');
  const inTime = Math.abs(Date.now() - Number(timestamp)) <= MAX_CLOCK_DIFFERENCE_MS;
  const { body }: { body?: unknown } = ctx.request;
  if (!isHeartbeat(body)) {
    ctx.status = 400;
    return;
  }
  const stored = inTime && (await store(body, timestamp, ctx.get('x-karvon-proof')));
  ctx.status = stored ? 201 : 401;
  ctx.body = stored ? { accepted: true } : { error: { code: 'DEVICE_PROOF_INVALID' } };
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
