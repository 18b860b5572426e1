/** The one file of the bench that knows the service's inside: secrets leave it only in envelopes, three a minute. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { withDatabase } from './database.ts';
import type { Device } from './heartbeat-signer.ts';
import type { AdminCaller } from './karvon.ts';

const BATCH_QUANTITY = 500;
const DIST = new URL('../dist/src/', import.meta.url);

interface SecretBinding {
  readonly deviceId: string;
  readonly serial: string;
  readonly secretVersion: number;
}

/** What of the built service seals a secret. */
interface Sealer {
  newDeviceSecret(): Buffer;
  sealDeviceSecret(keys: unknown, secret: Buffer, binding: SecretBinding): Buffer;
  loadKeys(settings: { readonly kind: 'folder'; readonly path: string }): unknown;
}

/** Makes `count` devices through the public API, in batches of 500. @param prefix of the codes of the batches */
export async function createDevices(admin: AdminCaller, count: number, prefix = 'BENCH'): Promise<void> {
  for (let made = 0; made < count; made += BATCH_QUANTITY) {
    await admin.post('/v1/admin/devices/batches', {
      batchCode: `${prefix}-${String(made / BATCH_QUANTITY).padStart(4, '0')}`,
      model: 'BENCH',
      hardwareRevision: 'A1',
      quantity: Math.min(BATCH_QUANTITY, count - made),
    });
  }
}

/**
 * Copies devices of the database until there are `count`: for lists, since the copies have neither a secret nor a claim code. The API
 * makes devices with both, and no more than 60 batches a minute.
 */
export async function copyDevices(databaseUrl: string, count: number): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ made: number }>('SELECT count(*) AS made FROM device');
    const made = rows[0]?.made ?? 0;
    await client.query(
      `INSERT INTO device SELECT copy.* FROM device d CROSS JOIN generate_series(1, $1::int) n
        CROSS JOIN LATERAL jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
          'serial', 'KRV-' || upper(substr(md5(d.id || '-' || n), 1, 16)),
          'batch_ordinal', d.batch_ordinal + n * ${BATCH_QUANTITY})) copy
        LIMIT $2`,
      [Math.ceil(count / made) - 1, count - made],
    );
    await client.query('VACUUM ANALYZE device');
  });
}

/**
 * Gives `count` devices of the database secrets that the bench knows, sealed as the service seals them.
 * @param dataDir where the service keeps its keys
 */
export async function seedDevices(databaseUrl: string, dataDir: string, count: number): Promise<Device[]> {
  const { newDeviceSecret, sealDeviceSecret, loadKeys } = await loadSealer();
  const keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; serial: string; version: number }>(
      `SELECT d.id, d.serial, max(s.version) AS version FROM device d JOIN device_secret s ON s.device_id = d.id
        WHERE d.status IN ('INVENTORY', 'ACTIVE')
        GROUP BY d.id HAVING count(*) = 1 ORDER BY d.created_at, d.id LIMIT $1`,
      [count],
    );
    if (rows.length < count) throw new Error(`${rows.length} devices instead of ${count}`);
    const seeded = rows.map(({ id, serial, version }) => {
      const secret = newDeviceSecret();
      const sealed = sealDeviceSecret(keys, secret, { deviceId: id, serial, secretVersion: version });
      return { id, serial, version, secret, sealed };
    });
    await client.query(
      `UPDATE device_secret s SET sealed = i.sealed, state = 'ACTIVE', activated_at = now()
         FROM unnest($1::uuid[], $2::int[], $3::bytea[]) AS i (device_id, version, sealed)
        WHERE s.device_id = i.device_id AND s.version = i.version`,
      [seeded.map(({ id }) => id), seeded.map(({ version }) => version), seeded.map(({ sealed }) => sealed)],
    );
    // Seen once before, as in the servers it is compared with: what is measured is the life of a fleet, not its first day.
    await client.query(
      `INSERT INTO device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime, status)
       SELECT unnest($1::uuid[]), now() - interval '1 hour', 0, '1.0.0', '1.0.0', 0, 'healthy' ON CONFLICT DO NOTHING`,
      [seeded.map(({ id }) => id)],
    );
    await client.query('VACUUM ANALYZE device, device_secret, device_presence');
    return seeded.map(({ serial, secret }) => ({ serial, secret }));
  } finally {
    await client.end();
  }
}

async function loadSealer(): Promise<Sealer> {
  const secrets = new URL('domain/devices/device-secret.js', DIST);
  const keyFiles = new URL('platform/keys/key-files.js', DIST);
  await access(secrets);
  const [{ newDeviceSecret, sealDeviceSecret }, { loadKeys }] = await Promise.all([
    import(secrets.href),
    import(keyFiles.href),
  ]);
  return { newDeviceSecret, sealDeviceSecret, loadKeys };
}
