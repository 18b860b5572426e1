/** The one file of the bench that knows the service's inside: secrets leave it only in envelopes, three a minute. */
import type { Device } from './heartbeat-signer.ts';
import type { AdminCaller } from './karvon.ts';

const BATCH_QUANTITY = 500;

/** Makes `count` devices through the public API, in batches of 500. */
export async function createDevices(admin: AdminCaller, count: number): Promise<void> {
  for (let made = 0; made < count; made += BATCH_QUANTITY) {
    await admin.post('/v1/admin/devices/batches', {
      batchCode: `BENCH-${String(made / BATCH_QUANTITY).padStart(4, '0')}`,
      model: 'BENCH',
      hardwareRevision: 'A1',
      quantity: Math.min(BATCH_QUANTITY, count - made),
    });
  }
}

/** Gives `count` devices of the database secrets that the bench knows. */
export async function seedDevices(databaseUrl: string, count: number): Promise<Device[]> {
  throw new Error(`secrets for ${count} devices of ${new URL(databaseUrl).pathname.slice(1)}: not available`);
}
