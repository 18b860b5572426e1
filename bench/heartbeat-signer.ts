import { createHmac } from 'node:crypto';
import { packRequests, type RequestPool, serializeRequest } from './request-pool.ts';

/** A benchmark device. */
export interface Device {
  readonly serial: string;
  /** The key of its proofs: 32 bytes. */
  readonly secret: Buffer;
}

const FIRMWARE_VERSION = '1.0.0';
const REQUEST_BYTES = 640;
/** A prime, so that each pass visits every device once, in another order than the seed. */
const STRIDE = 7_919;
const PASS_OFFSET = 1_237;

/**
 * Signs heartbeats for the whole fleet, device after device in mixed order.
 * @returns sign(count): that many requests, signed now. A device's timestamps and uptimes always grow, so no request is
 * ever repeated; the proofs hold for five minutes.
 */
export function createHeartbeatSigner(devices: readonly Device[]): (count: number) => RequestPool {
  if (devices.length % STRIDE === 0) throw new RangeError(`the number of devices must not be a multiple of ${STRIDE}`);
  let signed = 0;
  let timestamp = 0;

  function next(): string {
    const position = signed % devices.length;
    const pass = Math.floor(signed / devices.length);
    if (position === 0) timestamp = Math.max(Date.now(), timestamp + 1);
    signed += 1;
    const device = devices[(position * STRIDE + pass * PASS_OFFSET) % devices.length];
    if (!device) throw new Error('no devices to sign for');
    const { serial, secret } = device;
    const uptime = 3_600 + pass;
    const payload = `${timestamp}.${serial}.${FIRMWARE_VERSION}.${uptime}`;
    return serializeRequest({
      method: 'POST',
      path: '/v1/devices/heartbeat',
      headers: {
        'x-karvon-timestamp': String(timestamp),
        'x-karvon-proof': createHmac('sha256', secret).update(payload).digest('hex'),
      },
      body: JSON.stringify({
        serial,
        firmwareVersion: FIRMWARE_VERSION,
        appVersion: '1.0.0',
        uptime,
        wifiRSSI: -40 - (signed % 40),
        freeHeap: 100_000 + (signed % 50_000),
        temperature: 20 + (signed % 300) / 10,
        status: 'healthy',
      }),
    });
  }

  return (count) => packRequests(count, REQUEST_BYTES, next);
}
