import { CustomerNote } from '../../src/persistence/customers/customer-note.entity.ts';
import { DeviceEvent } from '../../src/persistence/devices/device-event.entity.ts';
import { MaintenanceGrant } from '../../src/persistence/firmware/maintenance-grant.entity.ts';
import { ReleaseEvent } from '../../src/persistence/firmware/release-event.entity.ts';
import { InstallationEvent } from '../../src/persistence/installations/installation-event.entity.ts';
import { PreorderEvent } from '../../src/persistence/preorders/preorder-event.entity.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import type { RunningApp } from './app.ts';
import { addDay, addPairing, addPresence, groupDays } from './factories/device.ts';
import { insertRow } from './factories/insert.ts';
import { makeInstallation } from './factories/installation.ts';
import { makePreorder } from './factories/preorder.ts';
import { makeRelease } from './factories/release.ts';
import { makeSale } from './factories/sale.ts';

/** Ids of records that every edge leads away from. */
export interface Everything {
  readonly batch: string;
  readonly customer: string;
  readonly device: string;
  readonly preorder: string;
  readonly release: string;
  readonly sale: string;
}

/** One sold, updated and paired device with its customer, sale, preorder and release: no edge of any of them is empty. */
export async function makeEverything(app: RunningApp, adminId: string): Promise<Everything> {
  const { sql } = app;
  const at = app.clock.now();
  const {
    id: sale,
    customerId: customer,
    deviceId: device,
  } = await makeSale(app, {
    createdBy: adminId,
    claimedAt: at,
    deviceStatus: 'CLAIMED',
    refundedTotal: 1_000,
  });
  const [{ batch_id: batch }] = (await sql('select batch_id from device where id = $1', [device])) as [
    { batch_id: string },
  ];
  await sql('update inventory_batch set created_by = $1 where id = $2', [adminId, batch]);
  await insertRow(sql, Refund, { saleId: sale, amount: 1_000, reason: 'a scratch', createdBy: adminId, createdAt: at });
  await insertRow(sql, CustomerNote, {
    customerId: customer,
    content: 'Calls in the morning.',
    authorId: adminId,
    createdAt: at,
  });
  const { id: preorder } = await makePreorder(app, { customerId: customer, assignedAdminId: adminId });
  await sql('update sale set preorder_id = $1 where id = $2', [preorder, sale]);
  await insertRow(sql, PreorderEvent, {
    preorderId: preorder,
    at,
    toStatus: 'NEW',
    fromAdminId: adminId,
    toAdminId: adminId,
    actorId: adminId,
  });
  const release = await makeRelease(app, {
    channel: 'INTERNAL',
    targetDeviceId: device,
    createdBy: adminId,
    pausedBy: adminId,
    packageSha256: 'a'.repeat(64),
    packageSize: 1,
  });
  await insertRow(sql, ReleaseEvent, {
    releaseId: release.id,
    at,
    toLifecycle: 'DRAFT',
    toPercentage: 0,
    actorId: adminId,
  });
  const installation = await makeInstallation(app, { id: device }, release, { status: 'DOWNLOADING' });
  await insertRow(sql, InstallationEvent, {
    installationId: installation.id,
    at,
    source: 'DEVICE',
    fromStatus: 'AVAILABLE',
    toStatus: 'DOWNLOADING',
    applied: true,
    outcome: 'MOVED',
    actorId: adminId,
  });
  await insertRow(sql, DeviceEvent, {
    deviceId: device,
    at,
    cause: 'transferDevice',
    fromStatus: 'SOLD',
    toStatus: 'SOLD',
    fromOwnerId: customer,
    toOwnerId: customer,
    actorId: adminId,
  });
  await insertRow(sql, MaintenanceGrant, {
    releaseId: release.id,
    deviceId: device,
    mac: `02:${device.slice(-10).match(/../g)?.join(':')}`,
    purpose: 'ONE_TIME_IDENTITY_PROVISIONING',
    state: 'ISSUED',
    issuedBy: adminId,
    issuedAt: at,
    expiresAt: at,
  });
  await sql(
    `insert into offer_decision (device_id, at, reason, release_id, installation_id, current_firmware, app_version, channel, poll_after_seconds)
     values ($1, $2, 'OFFERED', $3, $4, '1.0.0', '1.0.0', 'STABLE', 3600)`,
    [device, at, release.id, installation.id],
  );
  await addPresence(app, device);
  await addDay(app, device, at);
  await groupDays(app);
  await addPairing(app, { id: device, epoch: 0, ownerId: customer });
  return { batch, customer, device, preorder, release: release.id, sale };
}
