import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { BatchStatus } from '../../src/model/enums.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import type { RunningApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makePreorder, openPreorders } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { deviceExamples, pairingExamples } from './device-examples.ts';
import type { Example, ExampleMaker } from './example.ts';
import { firmwareExamples } from './firmware-examples.ts';

export const PASSWORD = 'Quiet-Harbour-71';
export const NEW_PASSWORD = 'Wooden-Lantern-52';

let count = 0;
/** A number that no other record of this test file has. */
export const unique = () => `${Date.now().toString(36)}${(count++).toString(36)}`;

/** Valid calls, by the specification's ids. Each gives a call of its own: no two collide. */
export const examples: Readonly<Record<string, ExampleMaker>> = {
  'health.get': () => ({}),

  'auth.login': async (app) => {
    const admin = await insertAdmin(app.sql, app.clock.now(), { password: PASSWORD });
    return { body: { email: admin.email, password: PASSWORD } };
  },
  'auth.logout': () => ({}),
  'auth.me': () => ({}),
  'auth.changePassword': () => ({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } }),
  'auth.sessions': () => ({}),
  'auth.deleteSession': async (app, caller) => ({
    id: caller ? (await insertSession(app.sql, caller.admin.id, app.clock.now())).id : 'nobody',
  }),

  'team.list': () => ({}),
  'team.create': () => ({
    body: { name: 'Aziza Karimova', email: `aziza.${unique()}@karvon.test`, role: 'SALES' },
  }),
  'team.options': () => ({}),
  'team.setRole': async (app) => ({ id: await anAdmin(app), body: { role: 'SALES' } }),
  'team.setStatus': async (app) => ({ id: await anAdmin(app), body: { status: 'SUSPENDED' } }),
  'team.resetPassword': async (app) => ({ id: await anAdmin(app) }),
  'team.revokeSessions': async (app) => ({ id: await anAdmin(app) }),

  'audit.list': () => ({ query: { action: 'login' } }),

  'overview.get': () => ({}),
  'analytics.sales': () => ({ query: { range: '7d', currency: 'USD' } }),
  'analytics.operations': () => ({}),
  'preorders.analytics': () => ({}),

  'customers.list': () => ({ query: { preorderStatus: 'NEW' } }),
  'customers.create': () => ({
    body: { fullName: 'Aziza Karimova', email: `aziza.${unique()}@example.com`, phone: phone() },
  }),
  'customers.export': () => ({ query: { language: 'uz' } }),
  'customers.get': async (app) => ({ id: (await makeCustomerRow(app)).id }),
  'customers.update': async (app) => ({ id: (await makeCustomerRow(app)).id, body: { city: 'Samarqand' } }),

  'preorders.publicConfig': () => ({}),
  'preorders.publicCreate': async (app) => {
    await openPreorders(app);
    return {
      body: { fullName: 'Botir Rashidov', phone: phone(), region: 'Toshkent', locale: 'uz' },
      headers: { 'idempotency-key': randomBytes(16).toString('hex') },
    };
  },
  'preorders.recordView': () => ({ body: { anonymousSessionId: `contract-check-${unique()}`, locale: 'en' } }),
  'preorders.list': () => ({ query: { status: 'NEW' } }),
  'preorders.export': () => ({ query: { status: 'NEW' } }),
  'preorders.get': async (app) => ({ id: (await makePreorder(app)).id }),
  'preorders.delete': async (app) => {
    const { id, number } = await makePreorder(app);
    return { id, body: { preorderNumber: number, reason: 'They asked for it' } };
  },
  'preorders.setStatus': async (app) => ({
    id: (await makePreorder(app)).id,
    body: { status: 'CONTACTED', note: 'Called back' },
  }),
  'preorders.assign': async (app) => ({
    id: (await makePreorder(app)).id,
    body: { adminId: (await insertAdmin(app.sql, app.clock.now(), { role: 'SALES' })).id },
  }),
  'preorders.addCustomerNote': async (app) => ({
    id: (await makeCustomerRow(app)).id,
    body: { content: 'Asks for the white one' },
  }),
  'preorders.getSettings': () => ({}),
  'preorders.putSettings': () => ({
    body: {
      preOrderEnabled: true,
      // Terms that stay the same are no change and leave no entry.
      productName: `Karvon Lamp ${unique()}`,
      currency: 'UZS',
      // Room for every deposit.
      fullPrice: 2_000_000_000,
      depositAmount: 0,
      expectedDeliveryTextUz: 'Mart oyida',
      expectedDeliveryTextEn: 'In March',
      expectedDeliveryTextRu: 'В марте',
      maxQuantityPerOrder: 20,
      allowManualDepositConfirmation: true,
    },
  }),

  'settings.get': () => ({}),
  'settings.putSystem': () => ({
    body: {
      maximumMacsPerDevice: 3,
      // Settings that stay the same are no change and leave no entry.
      heartbeatTimeoutSeconds: 600 + count++,
      pairingCertificateDays: 365,
      defaultFirmwareChannel: 'STABLE',
      defaultRolloutPercentage: 10,
    },
  }),
  'settings.putBusiness': () => ({
    body: {
      onlineThresholdMinutes: 15,
      activeThresholdDays: 30,
      companyName: 'Karvon Tashkent',
      defaultCurrency: 'UZS',
      defaultDevicePrice: 1_200_000 + count++,
      orderNumberPrefix: 'KRV',
    },
  }),

  'inventory.list': () => ({ query: { status: 'DRAFT' } }),
  'inventory.create': () => ({ body: { ...plan(), code: `B-${unique()}` } }),
  'inventory.get': async (app) => ({ id: await aBatch(app, 'DRAFT') }),
  'inventory.update': async (app) => ({
    id: await aBatch(app, 'DRAFT'),
    body: { quantity: 7, notes: 'Seven of them' },
  }),
  'inventory.delete': async (app) => ({ id: await aBatch(app, 'DRAFT') }),
  'inventory.provision': async (app) => ({ id: await aBatch(app, 'READY'), body: {} }),
  'inventory.archive': async (app) => ({ id: await aBatch(app, 'CANCELLED') }),

  'devices.list': () => ({ query: { status: 'READY' } }),
  'devices.get': async (app) => ({ id: (await makeDevice(app)).id }),
  'claimCodes.list': () => ({ query: { status: 'AVAILABLE' } }),
  'devices.createBatch': () => ({ body: { ...plan(), batchCode: `B-${unique()}` } }),
  'devices.setStatus': async (app) => ({
    id: (await makeDevice(app)).id,
    body: { status: 'REPAIR', reason: 'The lamp flickers' },
  }),
  'devices.resetClaim': async (app) => ({
    id: (await makeDevice(app, { status: 'CLAIMED' })).id,
    body: { reason: 'Sold on' },
  }),
  'devices.transfer': async (app) => ({
    id: (await makeDevice(app, { status: 'ACTIVE' })).id,
    body: { customerEmail: `next.${unique()}@example.com`, customerName: 'Botir Rashidov', reason: 'A gift' },
  }),
  'devices.provisioningEnvelope': async (app) => {
    const device = await makeDevice(app);
    return {
      id: device.id,
      body: {
        serialNumber: device.serial,
        expectedHardwareRevision: device.hardwareRevision,
        provisionerPublicKey: stationKey,
      },
    };
  },
  'sales.list': () => ({ query: { status: 'PAID' } }),
  'sales.create': async (app) => ({
    body: {
      customer: { fullName: 'Aziza Karimova', email: `aziza.${unique()}@example.com` },
      deviceId: (await makeDevice(app)).id,
      unitPrice: 1_200_000,
      paymentStatus: 'PAID',
      salesChannel: 'DIRECT',
    },
  }),
  'sales.get': async (app) => ({ id: await saleOf(app) }),
  'sales.update': async (app) => ({ id: await saleOf(app), body: { notes: 'Gift wrapped' } }),
  'sales.cancel': async (app) => ({
    id: await saleOf(app, { paymentStatus: 'UNPAID' }),
    body: { reason: 'Changed their mind' },
  }),
  'sales.refund': async (app) => ({ id: await saleOf(app), body: { reason: 'A scratch', amount: 100 } }),

  ...deviceExamples,
  ...pairingExamples,
  ...firmwareExamples,
};

/** A phone number that nobody else has. */
const phone = () => `+998${String(Date.now() % 100_000).padStart(5, '0')}${String(count++ % 10_000).padStart(4, '0')}`;

const saleOf = async (app: RunningApp, overrides = {}) => (await makeSale(app, overrides)).id;

const plan = () => ({ model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 2 });

const stationKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
});

function aBatch(app: RunningApp, status: BatchStatus): Promise<string> {
  const now = app.clock.now();
  return insertRow(app.sql, Batch, { ...plan(), code: `B-${unique()}`, status, createdAt: now, updatedAt: now });
}

async function anAdmin(app: RunningApp): Promise<string> {
  return (await insertAdmin(app.sql, app.clock.now(), { role: 'SUPPORT' })).id;
}

/** The valid call of an operation. @throws Error when nobody wrote one yet */
export async function exampleOf(id: string, app: RunningApp, caller?: Caller): Promise<Example> {
  const make = examples[id];
  if (!make) throw new Error(`test/contract/examples.ts has no valid call of ${id}.`);
  return make(app, caller);
}
