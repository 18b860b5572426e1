import { v7 as uuidv7 } from 'uuid';
import { claimCodeHash, newClaimCode, sealClaimCode } from '../../../src/domain/devices/claim-code.ts';
import { newDeviceSecret, sealDeviceSecret } from '../../../src/domain/devices/device-secret.ts';
import { newSerial } from '../../../src/domain/devices/serial.ts';
import type { ClaimCodeStatus, DeviceStatus, FirmwareChannel, SecretState } from '../../../src/model/enums.ts';
import type { TestApp } from '../app.ts';

type House = Pick<TestApp, 'sql' | 'clock' | 'runtime'>;

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

const OWNED: readonly DeviceStatus[] = ['CLAIMED', 'ACTIVE'];
const WITHOUT_CODE: readonly DeviceStatus[] = ['INVENTORY', 'RETURNED', 'REVOKED', 'RETIRED'];

/** A device with its batch, secret version 1 and claim code, as provisioning leaves it (READY) unless told otherwise. */
export async function makeDevice(app: House, overrides: DeviceOverrides = {}): Promise<MadeDevice> {
  const now = overrides.createdAt ?? app.clock.now();
  const id = uuidv7();
  const status = overrides.status ?? 'READY';
  const owned = OWNED.includes(status);
  const serial = overrides.serial ?? newSerial();
  const model = overrides.model ?? 'LAMP1';
  const hardwareRevision = overrides.hardwareRevision ?? 'rev-b';
  const batch = overrides.batchId
    ? { id: overrides.batchId, code: overrides.batchCode ?? '' }
    : await makeBatchRow(app, { code: overrides.batchCode, model, hardwareRevision });
  const ownerId = await ownerOf(app, overrides.owner ?? owned);
  await app.sql(
    `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, previous_status, owner_id,
                         firmware_channel, pairing_epoch, claimed_at, activated_at, created_at, updated_at)
     select $1, $2, $3, (select count(*) + 1 from device where batch_id = $3), $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13`,
    [
      id,
      serial,
      batch.id,
      model,
      hardwareRevision,
      status,
      overrides.previousStatus ?? null,
      ownerId,
      overrides.firmwareChannel ?? null,
      overrides.pairingEpoch ?? 0,
      owned ? now : null,
      status === 'ACTIVE' ? now : null,
      now,
    ],
  );
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
  await app.sql(
    'insert into device_secret (id, device_id, version, state, sealed, created_at, activated_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      uuidv7(),
      device.id,
      version,
      state,
      sealDeviceSecret(app.runtime.keys, secret, binding),
      now,
      state === 'ACTIVE' ? now : null,
    ],
  );
  return secret;
}

/** Adds a claim code to a device. */
export async function addClaimCode(
  app: House,
  { id, serial }: Pick<MadeDevice, 'id' | 'serial'>,
  code: { claimCode?: string; status?: ClaimCodeStatus; expiresAt?: Date | null; createdAt?: Date } = {},
): Promise<string> {
  const { claimCode = newClaimCode(), status = 'AVAILABLE', createdAt = app.clock.now() } = code;
  await app.sql(
    `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, expires_at, claimed_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      uuidv7(),
      id,
      claimCodeHash(app.runtime.keys, claimCode),
      sealClaimCode(app.runtime.keys, claimCode, { deviceId: id, serial }),
      claimCode.slice(-4),
      status,
      code.expiresAt ?? null,
      status === 'CLAIMED' ? createdAt : null,
      createdAt,
    ],
  );
  return claimCode;
}

/** Adds a live pairing to a device. */
export async function addPairing(
  app: House,
  device: { readonly id: string; readonly epoch: number; readonly ownerId: string | null },
): Promise<string> {
  const id = uuidv7();
  const now = app.clock.now();
  await app.sql(
    `insert into pairing (id, device_id, customer_id, app_installation_id, public_key, key_thumbprint, device_name, app_version,
                          epoch, credential_id, created_at, expires_at)
     values ($1, $2, $3, $4, 'key', 'thumbprint', 'Phone', '1.0.0', $5, $6, $7, $8)`,
    [id, device.id, device.ownerId, uuidv7(), device.epoch, uuidv7(), now, new Date(now.getTime() + 365 * 86_400_000)],
  );
  return id;
}

/** Adds the latest heartbeat of a device. */
export async function addPresence(
  app: House,
  deviceId: string,
  { lastSeenAt = app.clock.now(), firmwareVersion = '1.0.0', status = 'ok' } = {},
): Promise<void> {
  await app.sql(
    `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, firmware_build_number,
                                  ota_slot, app_version, uptime, wifi_rssi, free_heap, temperature, status)
     values ($1, $2, $3, $4, 100, 'ota_0', '2.0.0', 3600, -60, 120000, 41.5, $5)`,
    [deviceId, lastSeenAt, lastSeenAt.getTime(), firmwareVersion, status],
  );
}

/** A customer row. */
export async function makeCustomerRow(
  app: Pick<House, 'sql' | 'clock'>,
  { email = `customer-${uuidv7()}@example.com`, fullName = 'Aziza Karimova' } = {},
): Promise<{ id: string; email: string; fullName: string }> {
  const id = uuidv7();
  const now = app.clock.now();
  await app.sql('insert into customer (id, full_name, email, created_at, updated_at) values ($1, $2, $3, $4, $4)', [
    id,
    fullName,
    email,
    now,
  ]);
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
  const id = uuidv7();
  const code = batch.code ?? `B-${id}`;
  const now = app.clock.now();
  await app.sql(
    `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, provisioned_at, created_at, updated_at)
     values ($1, $2, $3, $4, 500, 'COMPLETED', $5, $5, $5)`,
    [id, code, batch.model, batch.hardwareRevision, now],
  );
  return { id, code };
}
