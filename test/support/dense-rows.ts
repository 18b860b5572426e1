import type { EntitySchema } from '@mikro-orm/postgresql';
import { Customer } from '../../src/persistence/customers/customer.entity.ts';
import { CustomerNote } from '../../src/persistence/customers/customer-note.entity.ts';
import { ClaimCode } from '../../src/persistence/devices/claim-code.entity.ts';
import { Device } from '../../src/persistence/devices/device.entity.ts';
import { DeviceEvent } from '../../src/persistence/devices/device-event.entity.ts';
import { DevicePresence } from '../../src/persistence/devices/device-presence.entity.ts';
import { MaintenanceGrant } from '../../src/persistence/firmware/maintenance-grant.entity.ts';
import { Release } from '../../src/persistence/firmware/release.entity.ts';
import { ReleaseEvent } from '../../src/persistence/firmware/release-event.entity.ts';
import { Installation } from '../../src/persistence/installations/installation.entity.ts';
import { InstallationEvent } from '../../src/persistence/installations/installation-event.entity.ts';
import { Batch } from '../../src/persistence/inventory/batch.entity.ts';
import { Pairing } from '../../src/persistence/pairing/pairing.entity.ts';
import { Preorder } from '../../src/persistence/preorders/preorder.entity.ts';
import { PreorderEvent } from '../../src/persistence/preorders/preorder-event.entity.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { Sale } from '../../src/persistence/sales/sale.entity.ts';
import type { Sql } from './app.ts';
import { LAMP, NO_BYTES, ONE_LAMP, PAID_SALE, PAUSED_RELEASE } from './computed-values.ts';
import { type Computed, insertComputed } from './factories/insert.ts';

/** Rows that hang together: every list of every one of them holds `length` rows, in circles. */
export interface DenseRows {
  readonly batch: string;
  readonly customer: string;
  readonly device: string;
  readonly sale: string;
  readonly preorder: string;
  readonly release: string;
}

/**
 * A customer with as many notes, devices, sales and preorders; each device, installation, release, preorder and sale with
 * as many entries of its own. All devices are of one batch and of that customer, so that edges lead in circles.
 * @param adminId who did it all
 */
export async function insertDenseRows(sql: Sql, length: number, adminId: string): Promise<DenseRows> {
  const insert = <Entity extends EntitySchema>(entity: Entity, from: string, values: Computed<Entity>) =>
    insertComputed(sql, entity, from, values);
  const numbers = (alias: string) => `generate_series(1, ${length}) ${alias}`;
  const when = (number: string) => `timestamptz '2026-01-01T00:00:00Z' + (${number}) * interval '1 second'`;
  const id = (kind: string, ...of: string[]) => `md5(concat_ws('-', 'dense-${kind}', ${of.join(', ')}))::uuid`;
  const admin = `'${adminId}'::uuid`;
  const at = when('n');
  const times = { createdAt: at, updatedAt: at };
  const first = { customerId: id('customer', '1') };
  const n = numbers('n');
  const ofEach = (alias: string) => `${numbers(alias)}, ${n}`;

  await insert(Customer, '(values (1)) one', {
    id: first.customerId,
    fullName: `'Dense'`,
    createdAt: when('1'),
    updatedAt: when('1'),
  });
  await insert(CustomerNote, n, { id: id('note', 'n'), ...first, content: `'note'`, authorId: admin, createdAt: at });
  await insert(Batch, n, {
    id: id('batch', 'n'),
    code: `'DENSE-' || n`,
    ...LAMP,
    quantity: '500',
    status: `'COMPLETED'`,
    createdBy: admin,
    ...times,
  });
  await insert(Device, n, {
    id: id('device', 'n'),
    serial: `'DENSE-' || n`,
    batchId: id('batch', '1'),
    batchOrdinal: 'n',
    ...LAMP,
    status: `'CLAIMED'`,
    ownerId: first.customerId,
    ...times,
  });
  await insert(DevicePresence, n, {
    deviceId: id('device', 'n'),
    lastSeenAt: at,
    lastTimestampMs: 'n',
    firmwareVersion: `'1.0.0'`,
    appVersion: `'2.0.0'`,
    uptime: '1',
    status: `'ok'`,
  });
  await insert(DeviceEvent, ofEach('d'), {
    id: id('device-event', 'd', 'n'),
    deviceId: id('device', 'd'),
    at,
    cause: `'claimDevice'`,
    toStatus: `'CLAIMED'`,
  });
  await sql(`create table device_day_dense partition of device_day for values from ('2026-01-01Z') to ('2026-10-01Z')`);
  await sql(
    `insert into device_day (device_id, starts_at, heartbeats, heard_seconds, expected_seconds, restarts)
     select ${id('device', 'd')}, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 day', 1, 1, 1, 0 from ${ofEach('d')}`,
  );
  await insert(Pairing, ofEach('d'), {
    id: id('pairing', 'd', 'n'),
    deviceId: id('device', 'd'),
    ...first,
    appInstallationId: `'app-' || n`,
    publicKey: `'key'`,
    keyThumbprint: `'thumbprint'`,
    deviceName: `'Phone'`,
    appVersion: `'1.0.0'`,
    epoch: '0',
    createdAt: at,
    expiresAt: at,
  });
  await insert(ClaimCode, numbers('d'), {
    id: id('code', 'd'),
    deviceId: id('device', 'd'),
    codeHash: `decode(md5('code' || d), 'hex')`,
    sealed: NO_BYTES,
    lastFour: `'1234'`,
    status: `'CLAIMED'`,
    createdAt: when('d'),
  });
  await insert(Sale, n, {
    id: id('sale', 'n'),
    number: `'DENSE-' || n`,
    ...first,
    deviceId: id('device', 'n'),
    ...PAID_SALE,
    soldAt: at,
    refundedTotal: `${length}`,
    createdBy: admin,
    ...times,
  });
  await insert(Refund, ofEach('s'), {
    id: id('refund', 's', 'n'),
    saleId: id('sale', 's'),
    amount: '1',
    reason: `'dent'`,
    createdBy: admin,
    createdAt: at,
  });
  await insert(Preorder, n, {
    id: id('preorder', 'n'),
    number: `'DENSE-' || n`,
    keyHash: `decode(md5('dense' || n), 'hex')`,
    fingerprint: NO_BYTES,
    ...first,
    status: `'CONFIRMED'`,
    fullName: `'Dense'`,
    ...ONE_LAMP,
    assignedAdminId: admin,
    ...times,
  });
  await sql(`update sale set preorder_id = ${id('preorder', '1')}`);
  await insert(PreorderEvent, ofEach('p'), {
    id: id('preorder-event', 'p', 'n'),
    preorderId: id('preorder', 'p'),
    at,
    toStatus: `'NEW'`,
    actorId: admin,
  });
  await insert(Release, n, {
    id: id('release', 'n'),
    version: `'3.0.' || n`,
    buildNumber: '900000 + n',
    targetDeviceId: id('device', '1'),
    ...PAUSED_RELEASE,
    createdBy: admin,
    ...times,
  });
  await insert(ReleaseEvent, ofEach('r'), {
    id: id('release-event', 'r', 'n'),
    releaseId: id('release', 'r'),
    at,
    toLifecycle: `'PAUSED'`,
    toPercentage: '100',
  });
  await insert(Installation, `${numbers('d')}, ${numbers('r')}`, {
    id: id('installation', 'd', 'r'),
    deviceId: id('device', 'd'),
    releaseId: id('release', 'r'),
    attempt: '1',
    status: `(array['SUCCESS', 'FAILED', 'ROLLED_BACK'])[1 + (d + r) % 3]`,
    createdAt: when('d + r'),
    updatedAt: when('d'),
  });
  await insert(InstallationEvent, `${numbers('d')}, ${ofEach('r')}`, {
    id: id('installation-event', 'd', 'r', 'n'),
    installationId: id('installation', 'd', 'r'),
    at,
    source: `'DEVICE'`,
    fromStatus: `'QUEUED'`,
    toStatus: `'QUEUED'`,
    applied: 'false',
    outcome: `'STALE'`,
  });
  await insert(MaintenanceGrant, ofEach('d'), {
    id: id('grant', 'd', 'n'),
    releaseId: id('release', '1'),
    deviceId: id('device', 'd'),
    mac: `'AA:BB:CC:DD:EE:FF'`,
    purpose: `'ONE_TIME_IDENTITY_PROVISIONING'`,
    state: `'SUPERSEDED'`,
    issuedBy: admin,
    issuedAt: at,
    expiresAt: at,
  });
  await sql('analyze');
  const kinds = ['batch', 'customer', 'device', 'sale', 'preorder', 'release'] as const;
  const [ids] = await sql(`select ${kinds.map((kind) => `${id(kind, '1')} as ${kind}`).join(', ')}`);
  return ids as DenseRows;
}
