import { createHmac } from 'node:crypto';
import type { Client } from './client.ts';

/** A device with a serial, a secret and an uptime. */
export class Device {
  readonly serial: string;
  readonly secret: Buffer;
  readonly firmwareVersion: string;
  /** Seconds since boot. */
  #uptime = 1;

  constructor(serial: string, secret: Buffer, firmwareVersion: string) {
    this.serial = serial;
    this.secret = secret;
    this.firmwareVersion = firmwareVersion;
  }

  /** Sends one heartbeat with its proof: HMAC-SHA256 over timestamp.serial.firmwareVersion.uptime. */
  heartbeat(client: Client, secret = this.secret): Promise<{ device: { status: string } }> {
    this.#uptime += 30;
    const timestamp = Date.now();
    const payload = `${timestamp}.${this.serial}.${this.firmwareVersion}.${this.#uptime}`;
    return client.rest(
      'POST',
      '/v1/devices/heartbeat',
      {
        serial: this.serial,
        firmwareVersion: this.firmwareVersion,
        firmwareBuildNumber: 100,
        appVersion: '2.0.0',
        uptime: this.#uptime,
        wifiRSSI: -58,
        freeHeap: 181_000,
        temperature: 41.5,
      },
      {
        'x-karvon-timestamp': String(timestamp),
        'x-karvon-proof': createHmac('sha256', secret).update(payload).digest('hex'),
      },
    );
  }
}
