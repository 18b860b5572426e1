import pg from 'pg';
import { claimCodeHash, newClaimCode, sealClaimCode } from '../../../src/domain/devices/claim-code.ts';
import { newDeviceSecret, sealDeviceSecret } from '../../../src/domain/devices/device-secret.ts';
import { newSerial } from '../../../src/domain/devices/serial.ts';
import type { ClaimCodeStatus, DeviceStatus, FirmwareChannel, SecretState } from '../../../src/model/enums.ts';
import { newId } from '../../../src/persistence/columns.ts';
import { Customer } from '../../../src/persistence/customers/customer.entity.ts';
import { ClaimCode } from '../../../src/persistence/devices/claim-code.entity.ts';
import { Device } from '../../../src/persistence/devices/device.entity.ts';
import { DevicePresence } from '../../../src/persistence/devices/device-presence.entity.ts';
import { DeviceSecret } from '../../../src/persistence/devices/device-secret.entity.ts';
import { groupAllDays } from '../../../src/persistence/devices/fleet-day-groups.ts';
import { Batch } from '../../../src/persistence/inventory/batch.entity.ts';
import { Pairing } from '../../../src/persistence/pairing/pairing.entity.ts';
import type { RunningApp } from '../app.ts';
import { insertRow } from './insert.ts';

type House = Pick<RunningApp, 'sql' | 'clock' | 'runtime'>;

export interface DeviceOverrides {
  readonly serial?: string;
  readonly status?: DeviceStatus;
  readonly previousStatus?: DeviceStatus | null;
  readonly model?: string;
  readonly hardwareRevision?: string;
  readonly firmwareChannel?: FirmwareChannel | null;
  /** `true` (default for CLAIMED and ACTIVE) makes a customer; an id takes one; null has none. */
  readonly owner?: string | boolean | null;
  readonly pairingEpoch?: number;
  /** Default: now for CLAIMED and ACTIVE, else null. */
  readonly claimedAt?: Date | null;
  /** Live pairings of the current epoch. */
  readonly pairings?: number;
  /** Another device's batch; without it the device gets one of its own. */
  readonly batchId?: string;
  readonly batchCode?: string;
  /** State of secret version 1 (default ACTIVE, in INVENTORY RETIRED); null = no secret. */
  readonly secretState?: SecretState | null;
  /** Default: CLAIMED for CLAIMED and ACTIVE, VOID where a device has none, else AVAILABLE; null = no claim code. */
  readonly codeStatus?: ClaimCodeStatus | null;
  readonly codeExpiresAt?: Date | null;
  readonly createdAt?: Date;
}

export interface MadeDevice {
  readonly id: string;
  readonly serial: string;
  readonly batchId: string;
  readonly batchCode: string;
  readonly hardwareRevision: string;
  readonly ownerId: string | null;
  /** The plaintext of secret version 1, as the device has it. */
  readonly secret: Buffer;
  /** The plaintext of the claim code. */
  readonly claimCode: string;
}

const PAIRING_MS = 365 * 86_400_000;
const OWNED: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];
const WITHOUT_CODE: readonly DeviceStatus[] = ['INVENTORY', 'RETURNED', 'REVOKED', 'RETIRED'];

/** A device with its batch, secret version 1 and claim code, as provisioning leaves it (READY) unless told otherwise. */
export async function makeDevice(app: House, overrides: DeviceOverrides = {}): Promise<MadeDevice> {
  const now = overrides.createdAt ?? app.clock.now();
  const id = newId();
  const status = overrides.status ?? 'READY';
  const owned = OWNED.includes(status);
  const serial = overrides.serial ?? newSerial();
  const model = overrides.model ?? 'LAMP1';
  const hardwareRevision = overrides.hardwareRevision ?? 'rev-b';
  const batch = overrides.batchId
    ? { id: overrides.batchId, code: overrides.batchCode ?? '' }
    : await makeBatchRow(app, { code: overrides.batchCode, model, hardwareRevision });
  const ownerId = await ownerOf(app, overrides.owner ?? owned);
  await insertRow(app.sql, Device, {
    id,
    serial,
    batchId: batch.id,
    batchOrdinal: overrides.batchId ? await nextOrdinal(app, overrides.batchId) : 1,
    model,
    hardwareRevision,
    status,
    previousStatus: overrides.previousStatus,
    ownerId,
    firmwareChannel: overrides.firmwareChannel,
    pairingEpoch: overrides.pairingEpoch,
    claimedAt: overrides.claimedAt ?? (owned ? now : null),
    activatedAt: status === 'ACTIVE' ? now : null,
    createdAt: now,
    updatedAt: now,
  });
  const device = { id, serial };
  const secret = newDeviceSecret();
  const { secretState = status === 'INVENTORY' ? 'RETIRED' : 'ACTIVE', codeStatus = codeStatusOf(status) } = overrides;
  if (secretState) await addSecret(app, device, { version: 1, state: secretState, secret });
  const claimCode = newClaimCode();
  if (codeStatus)
    await addClaimCode(app, device, { claimCode, status: codeStatus, expiresAt: overrides.codeExpiresAt });
  for (let count = 0; count < (overrides.pairings ?? 0); count++) {
    await addPairing(app, { id, epoch: overrides.pairingEpoch ?? 0, ownerId });
  }
  return { id, serial, batchId: batch.id, batchCode: batch.code, hardwareRevision, ownerId, secret, claimCode };
}

function codeStatusOf(status: DeviceStatus): ClaimCodeStatus {
  if (OWNED.includes(status)) return 'CLAIMED';
  return WITHOUT_CODE.includes(status) ? 'VOID' : 'AVAILABLE';
}

/** Adds a version of a device's secret. @returns its plaintext */
export async function addSecret(
  app: House,
  device: Pick<MadeDevice, 'id' | 'serial'>,
  { version, state, secret = newDeviceSecret() }: { version: number; state: SecretState; secret?: Buffer },
): Promise<Buffer> {
  const now = app.clock.now();
  const binding = { deviceId: device.id, serial: device.serial, secretVersion: version };
  await insertRow(app.sql, DeviceSecret, {
    deviceId: device.id,
    version,
    state,
    sealed: sealDeviceSecret(app.runtime.keys, secret, binding),
    createdAt: now,
    activatedAt: state === 'ACTIVE' ? now : null,
  });
  return secret;
}

/** Adds a claim code to a device. */
export async function addClaimCode(
  app: House,
  { id, serial }: Pick<MadeDevice, 'id' | 'serial'>,
  code: { claimCode?: string; status?: ClaimCodeStatus; expiresAt?: Date | null; createdAt?: Date } = {},
): Promise<string> {
  const { claimCode = newClaimCode(), status = 'AVAILABLE', createdAt = app.clock.now() } = code;
  await insertRow(app.sql, ClaimCode, {
    deviceId: id,
    codeHash: claimCodeHash(app.runtime.keys, claimCode),
    sealed: sealClaimCode(app.runtime.keys, claimCode, { deviceId: id, serial }),
    lastFour: claimCode.slice(-4),
    status,
    expiresAt: code.expiresAt,
    claimedAt: status === 'CLAIMED' ? createdAt : null,
    createdAt,
  });
  return claimCode;
}

/** Adds a live pairing to a device. */
export async function addPairing(
  app: House,
  device: { readonly id: string; readonly epoch: number; readonly ownerId: string | null },
): Promise<string> {
  const now = app.clock.now();
  return insertRow(app.sql, Pairing, {
    deviceId: device.id,
    customerId: device.ownerId,
    appInstallationId: newId(),
    publicKey: 'key',
    keyThumbprint: 'thumbprint',
    deviceName: 'Phone',
    appVersion: '1.0.0',
    epoch: device.epoch,
    credentialId: newId(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + PAIRING_MS),
  });
}

/** Adds the latest heartbeat of a device. */
export async function addPresence(
  app: House,
  deviceId: string,
  {
    lastSeenAt = app.clock.now(),
    firmwareVersion = '1.0.0',
    firmwareBuildNumber = 100,
    status = 'ok',
  }: { lastSeenAt?: Date; firmwareVersion?: string; firmwareBuildNumber?: number | null; status?: string } = {},
): Promise<void> {
  await insertRow(app.sql, DevicePresence, {
    deviceId,
    lastSeenAt,
    lastTimestampMs: lastSeenAt.getTime(),
    firmwareVersion,
    firmwareBuildNumber,
    otaSlot: 'ota_0',
    appVersion: '2.0.0',
    uptime: 3600,
    wifiRssi: -60,
    freeHeap: 120_000,
    temperature: 41.5,
    status,
  });
}

/** A customer row. */
export async function makeCustomerRow(
  app: Pick<House, 'sql' | 'clock'>,
  {
    email = `customer-${newId()}@example.com`,
    fullName = 'Aziza Karimova',
    ...place
  }: { readonly email?: string; readonly fullName?: string; readonly city?: string } = {},
): Promise<{ id: string; email: string; fullName: string }> {
  const now = app.clock.now();
  const id = await insertRow(app.sql, Customer, { fullName, email, ...place, createdAt: now, updatedAt: now });
  return { id, email, fullName };
}

async function ownerOf(app: House, owner: string | boolean | null): Promise<string | null> {
  if (typeof owner === 'string') return owner;
  return owner ? (await makeCustomerRow(app)).id : null;
}

async function makeBatchRow(
  app: House,
  batch: { readonly code?: string; readonly model: string; readonly hardwareRevision: string },
): Promise<{ id: string; code: string }> {
  const id = newId();
  const code = batch.code ?? `B-${id}`;
  const now = app.clock.now();
  await insertRow(app.sql, Batch, {
    ...batch,
    id,
    code,
    quantity: 500,
    status: 'COMPLETED',
    provisionedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return { id, code };
}

async function nextOrdinal(app: House, batchId: string): Promise<number> {
  const [{ last }] = await app.sql('select count(*)::integer as last from device where batch_id = $1', [batchId]);
  return last + 1;
}

/** A row for the device and the day (UTC) before a moment, as the roll-up writes one. */
export async function addDay({ sql }: House, deviceId: string, now: Date): Promise<void> {
  const [{ starts, month, next }] = (await sql(
    `select d as starts, date_trunc('month', d)::text as month, (date_trunc('month', d) + interval '1 month')::text as next
       from date_trunc('day', $1::timestamptz - interval '1 day') d`,
    [now],
  )) as [{ starts: Date; month: string; next: string }];
  const partition = `device_day_${month.slice(0, 7).replace('-', '')}`;
  await sql(
    `create table if not exists ${partition} partition of device_day for values from ('${month}') to ('${next}')`,
  );
  await sql(
    `insert into fleet_day (starts_at, ends_at, day, time_zone, devices, heartbeats, rolled_up_at)
     values ($1::timestamptz, $1::timestamptz + interval '1 day', $1::date, 'UTC', 1, 1, $2) on conflict do nothing`,
    [starts, now],
  );
  await sql(
    `insert into device_day (device_id, starts_at, status, heartbeats, heard_seconds, expected_seconds, restarts, firmware_version)
     values ($1, $2, 'ACTIVE', 288, 86400, 86400, 0, '1.0.0')`,
    [deviceId, starts],
  );
}

/** Groups the days that tests have written, as the service does when it rolls one up. */
export async function groupDays({ database }: Pick<RunningApp, 'database'>): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await groupAllDays(client).finally(() => client.end());
}
