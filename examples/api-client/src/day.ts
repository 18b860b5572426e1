import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { dataOf, type Karvon, karvonAt, newKey, proofOf, signIn, withToken } from './client.ts';
import { openEnvelope } from './envelope.ts';

const [baseUrl = 'http://localhost:3000', email = '', password = ''] = process.argv.slice(2);
const HARDWARE_REVISION = 'rev-b';
const FIRMWARE = '1.0.0';

const admin = await signIn(baseUrl, email, password);
const anyone = karvonAt(baseUrl);
const lamp = await makeLamp();
await heartbeat(lamp, FIRMWARE);
await rollOut();
await update(lamp);
const order = await takeOrder();
const sale = await sell(lamp.id, order.phone);
await pair(lamp);
await refund(sale);
await look();

interface Lamp {
  readonly id: string;
  readonly serial: string;
  readonly secret: Buffer;
  readonly claimCode: string;
}

/** A batch of one lamp, whose secret the station opens. */
async function makeLamp(): Promise<Lamp> {
  const code = `DAY-${randomBytes(4).toString('hex').toUpperCase()}`;
  const batch = await dataOf(
    admin.POST('/v1/admin/inventory/batches', {
      body: { code, model: 'LAMP1', hardwareRevision: HARDWARE_REVISION, quantity: 1 },
    }),
  );
  const made = await dataOf(
    admin.POST('/v1/admin/inventory/batches/{id}/provision', { params: { path: { id: batch.id } }, body: {} }),
  );
  const [device] = made.devices;
  if (!device) throw new Error('The batch has no device.');
  const station = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const { envelope } = await dataOf(
    admin.POST('/v1/admin/devices/{id}/provisioning-envelope', {
      params: { path: { id: device.id } },
      body: {
        serialNumber: device.serial,
        expectedHardwareRevision: HARDWARE_REVISION,
        provisionerPublicKey: station.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      },
    }),
  );
  const opened = openEnvelope(envelope, station.privateKey);
  say(`made ${device.serial} with batch ${made.code}: ${made.status}`);
  return { ...opened, id: device.id, secret: Buffer.from(opened.deviceSecret, 'base64url') };
}

async function heartbeat({ serial, secret }: Lamp, firmwareVersion: string): Promise<void> {
  const uptime = 31;
  const { device } = await dataOf(
    anyone.POST('/v1/devices/heartbeat', {
      headers: proofOf(secret, serial, firmwareVersion, uptime),
      body: { serial, firmwareVersion, appVersion: '2.0.0', uptime, status: 'healthy' },
    }),
  );
  say(`${serial} sent a heartbeat with ${firmwareVersion}: ${device.status}`);
}

/** Offers the newest release that is READY for such lamps to all of them. Without one, the day has no update. */
async function rollOut(): Promise<void> {
  const { items } = await dataOf(admin.GET('/v1/admin/firmware'));
  const isReady = ({ lifecycle, hardwareRevision }: (typeof items)[number]) =>
    lifecycle === 'READY' && hardwareRevision === HARDWARE_REVISION;
  const ready = items.find(isReady);
  if (!ready) return;
  const released = await dataOf(
    admin.PATCH('/v1/admin/firmware/{id}/lifecycle', {
      params: { path: { id: ready.id }, header: { 'If-Match': `"${ready.revision}"` } },
      body: { status: 'ROLLING_OUT', rolloutPercentage: 100 },
    }),
  );
  say(`release ${released.version} is ${released.lifecycle} to all`);
}

/** Looks for firmware, and installs what is offered. A real device verifies the signed manifest first: examples/device-c. */
async function update(lamp: Lamp): Promise<void> {
  const { serial, secret } = lamp;
  const found = await dataOf(
    anyone.GET('/v1/firmware/latest', {
      headers: proofOf(secret, serial, FIRMWARE),
      params: {
        query: { serial, hardwareRevision: HARDWARE_REVISION, currentFirmware: FIRMWARE, appVersion: '2.0.0' },
      },
    }),
  );
  // The two answers are told apart by `updateAvailable`.
  if (!found.updateAvailable) return say(`${serial} has no update: ${found.reason}`);
  const { releaseId, installationId } = found;
  const report = async (status: 'DOWNLOADING' | 'INSTALLING' | 'REBOOTING' | 'SUCCESS') =>
    dataOf(
      anyone.POST('/v1/firmware/report', {
        headers: proofOf(secret, serial, releaseId, installationId, status),
        body: { serial, releaseId, installationId, status, fromVersion: FIRMWARE },
      }),
    );
  await report('DOWNLOADING');
  const downloaded = await fetch(found.url);
  if (!downloaded.ok) throw new Error(`The download was answered with ${downloaded.status}.`);
  const image = Buffer.from(await downloaded.arrayBuffer());
  const isWhole = image.length === found.size && createHash('sha256').update(image).digest('hex') === found.sha256;
  if (!isWhole) throw new Error('The image is not the one that was offered.');
  await report('INSTALLING');
  await report('REBOOTING');
  const { status } = await report('SUCCESS');
  say(`${serial} installed ${found.version}: ${status}`);
  await heartbeat(lamp, found.version);
}

async function takeOrder(): Promise<{ readonly phone: string }> {
  await dataOf(
    admin.PUT('/v1/admin/preorder-settings', {
      body: {
        preOrderEnabled: true,
        productName: 'Karvon Lamp',
        currency: 'UZS',
        fullPrice: 1_200_000,
        depositAmount: 200_000,
        expectedDeliveryTextUz: 'Bir oy ichida',
        expectedDeliveryTextEn: 'Within a month',
        expectedDeliveryTextRu: 'В течение месяца',
        maxQuantityPerOrder: 5,
        preorderCapacity: 1_000,
        allowManualDepositConfirmation: true,
      },
    }),
  );
  const phone = `+99890${String(randomBytes(4).readUInt32BE() % 10_000_000).padStart(7, '0')}`;
  const header = newKey();
  const place = (site: Karvon) =>
    dataOf(
      site.POST('/v1/public/preorders', {
        params: { header },
        body: {
          fullName: 'Aziza Karimova',
          phone,
          region: 'Toshkent',
          locale: 'uz',
          productColor: 'LAVENDER',
          quantity: 1,
        },
      }),
    );
  const placed = await place(anyone);
  const again = await place(anyone);
  if (again.number !== placed.number) throw new Error('A retry made another preorder.');
  const { items } = await dataOf(admin.GET('/v1/admin/preorders', { params: { query: { search: placed.number } } }));
  const [found] = items;
  if (!found) throw new Error('The list does not have the preorder.');
  const confirmed = await dataOf(
    admin.PATCH('/v1/admin/preorders/{id}/status', {
      params: { path: { id: found.id }, header: { 'If-Match': `"${found.revision}"` } },
      body: { status: 'CONFIRMED', note: 'Spoke on the phone' },
    }),
  );
  say(`preorder ${placed.number} is ${confirmed.status}`);
  return { phone };
}

async function sell(deviceId: string, phone: string): Promise<string> {
  const body = {
    customer: { fullName: 'Aziza Karimova', phone },
    deviceId,
    unitPrice: 1_200_000,
    discount: 100_000,
    currency: 'UZS',
    paymentStatus: 'PAID',
    salesChannel: 'INSTAGRAM',
  } as const;
  const sold = await dataOf(admin.POST('/v1/admin/sales', { params: { header: newKey() }, body }));
  const { error } = await admin.POST('/v1/admin/sales', { body });
  if (error?.error.code !== 'DEVICE_NOT_SELLABLE' && error?.error.code !== 'DEVICE_ALREADY_SOLD') {
    throw new Error('The lamp was sold twice.');
  }
  say(`sale ${sold.number} of ${sold.customer.fullName}: ${sold.status}, ${sold.total} ${sold.currency}`);
  return sold.id;
}

/** The app scans the label, the lamp answers the challenge, and the app ends the pairing again. */
async function pair({ serial, secret, claimCode }: Lamp): Promise<void> {
  const installationId = randomBytes(16).toString('hex');
  const challenge = await dataOf(anyone.POST('/v1/devices/pair/challenge', { body: { serial, installationId } }));
  const { publicKey } = generateKeyPairSync('ed25519');
  const { credential } = await dataOf(
    anyone.POST('/v1/devices/pair/claim', {
      body: {
        serial,
        installationId,
        challengeId: challenge.challengeId,
        nonce: challenge.nonce,
        claimCode,
        hardwareProof: createHmac('sha256', secret).update(challenge.proofPayload).digest('hex'),
        publicKey: JSON.stringify(publicKey.export({ format: 'jwk' })),
        deviceName: 'Aziza’s phone',
        appVersion: '2.0.0',
      },
    }),
  );
  const headers = { authorization: `Bearer ${credential}` };
  const { device } = await dataOf(anyone.GET('/v1/devices/me', { headers }));
  await dataOf(anyone.POST('/v1/devices/pair/revoke', { headers, body: { installationId } }));
  say(`an app was paired with ${device.serial}: ${device.status}`);
}

async function refund(id: string): Promise<void> {
  const refunded = await dataOf(
    admin.POST('/v1/admin/sales/{id}/refund', {
      params: { path: { id }, header: newKey() },
      body: { amount: 1_100_000, reason: 'Changed her mind', deviceDisposition: 'RETURNED' },
    }),
  );
  say(`sale ${refunded.number} is ${refunded.status}; ${refunded.refunds.length} refund`);
}

/** A script with a token of its own, which may only look. */
async function look(): Promise<void> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const account = await dataOf(
    admin.POST('/v1/admin/service-accounts', { body: { name: 'evening report', role: 'VIEWER', expiresAt: tomorrow } }),
  );
  const script = withToken(baseUrl, account.token);
  const { totals } = await dataOf(
    script.GET('/v1/admin/analytics/sales', { params: { query: { range: 'today', currency: 'UZS' } } }),
  );
  const query = { status: 'RETURNED', take: 10 } as const;
  const devices = await dataOf(script.GET('/v1/admin/devices', { params: { query } }));
  await dataOf(admin.DELETE('/v1/admin/service-accounts/{id}', { params: { path: { id: account.id } } }));
  say(`today: ${totals.orders} sales, ${totals.refunded} refunded; ${devices.total} lamps came back`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
