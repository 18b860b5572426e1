import { randomBytes } from 'node:crypto';
import { Client } from './client.ts';
import { Device } from './device.ts';
import type { Service } from './service.ts';
import { openStation } from './station.ts';
import { must, type Story } from './story.ts';

const DEVICES = 3;
const HARDWARE_REVISION = 'rev-b';

/** From an inventory batch to heartbeats on the dashboard. @returns the id of a device to sell */
export async function provisionAndConnect(story: Story, service: Service): Promise<readonly [firstDeviceId: string]> {
  const admin = new Client(service.url);
  const air = new Client(service.url);
  const code = `DEMO-${randomBytes(4).toString('hex').toUpperCase()}`;

  story.chapter('The admin');
  await story.step(
    `signs in as ${service.email}`,
    () =>
      admin.rest<{ admin: { role: string } }>('POST', '/v1/admin/auth/login', {
        email: service.email,
        password: service.password,
      }),
    ({ admin: { role } }) => role,
  );
  const batch = await story.step(
    `plans batch ${code} of ${DEVICES} lamps`,
    () =>
      admin.rest<{ id: string; status: string }>('POST', '/v1/admin/inventory/batches', {
        code,
        model: 'LAMP1',
        hardwareRevision: HARDWARE_REVISION,
        quantity: DEVICES,
      }),
    ({ status }) => status,
  );
  const made = await story.step(
    'provisions it: serials, secrets and claim codes in one transaction',
    () =>
      admin.rest<{ status: string; devices: { id: string; serial: string; claimCode: string }[] }>(
        'POST',
        `/v1/admin/inventory/batches/${batch.id}/provision`,
        {},
      ),
    ({ status, devices }) => `${status}, ${devices.map(({ serial }) => serial).join(', ')}`,
  );
  must(made.devices.length === DEVICES, `expected ${DEVICES} devices, got ${made.devices.length}`);

  story.chapter('The provisioning station');
  const station = await story.step(
    'generates an RSA key; the private key never leaves the station',
    async () => openStation(HARDWARE_REVISION),
    () => '3072 bits',
  );
  const devices: Device[] = [];
  for (const { id, serial, claimCode } of made.devices) {
    const opened = await story.step(
      `requests the envelope of ${serial} and decrypts it`,
      () => station.envelopeOf(admin, { id, serial }),
      ({ secretVersion }) => `secret version ${secretVersion}`,
    );
    must(opened.serial === serial && opened.claimCode === claimCode, 'the envelope belongs to another device');
    devices.push(new Device(serial, Buffer.from(opened.deviceSecret, 'base64url'), '1.0.0'));
  }

  story.chapter('The devices');
  for (const device of devices) {
    await story.step(
      `${device.serial} sends a heartbeat with its proof`,
      () => device.heartbeat(air),
      ({ device: { status } }) => `accepted, ${status}`,
    );
  }
  const [first] = devices;
  must(first !== undefined, 'the batch has no devices');
  await story.step(
    'a heartbeat signed with another secret is rejected',
    async () => {
      const message = await first?.heartbeat(air, randomBytes(32)).then(
        () => undefined,
        (error: Error) => error.message,
      );
      must(message?.includes('401 DEVICE_PROOF_INVALID') ?? false, `expected a 401, got ${message}`);
    },
    () => '401 DEVICE_PROOF_INVALID',
  );

  story.chapter('The dashboard');
  await story.step(
    'one GraphQL query shows the batch and its devices',
    () =>
      admin.graphql<{
        batch: { status: string; devices: { nodes: { serial: string; presence: { online: boolean } | null }[] } };
      }>(
        `query FirstDay($batch: ID!) {
           batch(id: $batch) {
             status
             devices { nodes { serial status presence { online firmwareVersion lastSeenAt } } }
           }
         }`,
        { batch: batch.id },
      ),
    ({ batch: { status, devices: seen } }) => {
      const online = seen.nodes.filter(({ presence }) => presence?.online).length;
      must(online === DEVICES, `expected ${DEVICES} devices online, the dashboard shows ${online}`);
      return `batch ${status}, ${online} of ${DEVICES} devices online`;
    },
  );
  const [{ id } = { id: '' }] = made.devices;
  return [id];
}
