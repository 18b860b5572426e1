import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row, rows } from '../sql/query.ts';
import { DeviceSecret } from './device-secret.entity.ts';
import { ProvisioningEnvelope } from './provisioning-envelope.entity.ts';

/** The version of a locked device's next secret. */
export async function nextSecretVersion(em: EntityManager, deviceId: string): Promise<number> {
  const last = await row<{ version: number }>(
    em,
    'select coalesce(max(version), 0) as version from device_secret where device_id = $1',
    [deviceId],
  );
  return (last?.version ?? 0) + 1;
}

/** Stores a new PENDING secret and retires an older PENDING one. */
export async function replacePendingSecret(
  em: EntityManager,
  secret: { readonly deviceId: string; readonly version: number; readonly sealed: Buffer; readonly createdAt: Date },
): Promise<void> {
  await execute(em, `update device_secret set state = 'RETIRED' where device_id = $1 and state = 'PENDING'`, [
    secret.deviceId,
  ]);
  em.create(DeviceSecret, { ...secret, state: 'PENDING', activatedAt: null });
  await em.flush();
}

/** Makes the PENDING secret, if any, the ACTIVE one. @returns true if the device now has an ACTIVE secret */
export async function activatePendingSecret(em: EntityManager, deviceId: string, now: Date): Promise<boolean> {
  await execute(
    em,
    `update device_secret a set state = 'RETIRED' where a.device_id = $1 and a.state = 'ACTIVE'
        and exists (select 1 from device_secret p where p.device_id = $1 and p.state = 'PENDING')`,
    [deviceId],
  );
  await execute(
    em,
    `update device_secret set state = 'ACTIVE', activated_at = $2 where device_id = $1 and state = 'PENDING'`,
    [deviceId, now],
  );
  return (
    (await row(em, `select 1 from device_secret where device_id = $1 and state = 'ACTIVE'`, [deviceId])) !== undefined
  );
}

/** A secret that proves a device, sealed. */
export interface LiveSecret {
  readonly version: number;
  readonly state: 'ACTIVE' | 'PENDING';
  readonly sealed: Buffer;
}

/** The secrets that prove a device: ACTIVE first, then PENDING. Empty without a device. */
export function findLiveSecrets(em: EntityManager, deviceId: string | null): Promise<LiveSecret[]> {
  return rows(
    em,
    `select version, state, sealed from device_secret
      where device_id = $1 and state in ('ACTIVE', 'PENDING') order by state`,
    [deviceId],
  );
}

/**
 * The kids of the issuers' keys that the device got together with its secret, in an envelope; null in one of before they were
 * recorded. Undefined if it has no envelope, and with it no keys.
 */
export function findEnvelopedIssuers(
  em: EntityManager,
  deviceId: string,
): Promise<{ readonly issuers: readonly string[] | null } | undefined> {
  return row(
    em,
    `select e.issuers from device_secret s
       join provisioning_envelope e on e.device_id = s.device_id and e.secret_version = s.version
      where s.device_id = $1 and s.state = 'ACTIVE'`,
    [deviceId],
  );
}

/** Retires every secret of a device, which can then no longer prove itself. */
export async function retireSecrets(em: EntityManager, deviceId: string): Promise<void> {
  await execute(em, `update device_secret set state = 'RETIRED' where device_id = $1 and state <> 'RETIRED'`, [
    deviceId,
  ]);
}

/** Records that an envelope was issued, and for which key; it is written with the next flush. */
export function addProvisioningEnvelope(
  em: EntityManager,
  envelope: {
    readonly id: string;
    readonly deviceId: string;
    readonly secretVersion: number;
    readonly recipientFingerprint: string;
    readonly issuers: string[];
    readonly issuedBy: string;
    readonly issuedAt: Date;
  },
): void {
  em.create(ProvisioningEnvelope, envelope);
}
