import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceStatus } from '../../model/enums.ts';
import { PairingRecord, type PairingView } from '../../model/records/pairing.ts';
import { listOf, selectList } from '../lists/record-list.ts';
import { execute, row, rows } from '../sql/query.ts';
import { Source } from '../sql/sql.ts';

/** A device is sent at most this many revoked credentials, the newest. */
export const MAX_REVOKED_CREDENTIALS = 16;

/**
 * The id of a credential: `<pairing>.<credential>`, so that the id of the pairing identifies all of its credentials.
 */
const CREDENTIAL_NAME = `id::text || '.' || credential_id::text`;

/**
 * Ends every live pairing of a locked device.
 * @param reason the operation that ends them
 * @returns the number of ended pairings
 */
export function revokePairings(em: EntityManager, deviceId: string, reason: string, now: Date): Promise<number> {
  return end(em, deviceId, 'device_id = $1', [deviceId, now, reason]);
}

/**
 * Ends one pairing of a locked device.
 * @returns false if it had already ended
 */
export async function revokePairing(
  em: EntityManager,
  { id, deviceId }: { readonly id: string; readonly deviceId: string },
  reason: string,
  now: Date,
): Promise<boolean> {
  return (await end(em, deviceId, 'device_id = $1 and id = $4', [deviceId, now, reason, id])) === 1;
}

async function end(em: EntityManager, deviceId: string, which: string, values: readonly unknown[]): Promise<number> {
  const ended = await rows<{ name: string | null }>(
    em,
    `update pairing set revoked_at = $2, revoked_reason = $3 where ${which} and revoked_at is null
     returning ${CREDENTIAL_NAME} as name`,
    values,
  );
  const names = ended.flatMap(({ name }) => name ?? []);
  if (names.length > 0) {
    await execute(
      em,
      `update device set revoked_credentials = array(
         select name from (
           select name, n from unnest(revoked_credentials || $2::text[]) with ordinality as a (name, n)
            order by n desc limit ${MAX_REVOKED_CREDENTIALS}) newest order by n)
        where id = $1`,
      [deviceId, names],
    );
  }
  return ended.length;
}

/** Clears the device's list of revoked credentials: a new epoch voids all of them. */
export async function forgetRevokedCredentials(em: EntityManager, deviceId: string): Promise<void> {
  await execute(em, `update device set revoked_credentials = '{}' where id = $1 and revoked_credentials <> '{}'`, [
    deviceId,
  ]);
}

export interface LivePairing {
  readonly id: string;
  readonly appInstallationId: string;
  readonly keyThumbprint: string;
  readonly expiresAt: Date;
}

/** The live pairings of a device. Lock the device first, so that they cannot change. */
export function findLivePairings(em: EntityManager, deviceId: string): Promise<LivePairing[]> {
  return rows(
    em,
    `select id, app_installation_id as "appInstallationId", key_thumbprint as "keyThumbprint", expires_at as "expiresAt"
       from pairing where device_id = $1 and revoked_at is null order by created_at, id`,
    [deviceId],
  );
}

export interface NewPairing extends Omit<PairingView, 'refreshedAt' | 'revokedAt' | 'revokedReason'> {
  readonly deviceId: string;
  readonly customerId: string | null;
  readonly appInstallationId: string;
  /** A public JWK in JSON. */
  readonly publicKey: string;
  readonly credentialId: string;
  /** The kid of the key that signs it. */
  readonly issuer: string;
}

/** Adds a pairing. */
export async function insertPairing(em: EntityManager, pairing: NewPairing): Promise<void> {
  await execute(
    em,
    `insert into pairing (id, device_id, customer_id, app_installation_id, public_key, key_thumbprint, device_name,
                          app_version, epoch, credential_id, created_at, expires_at, issuer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      pairing.id,
      pairing.deviceId,
      pairing.customerId,
      pairing.appInstallationId,
      pairing.publicKey,
      pairing.keyThumbprint,
      pairing.deviceName,
      pairing.appVersion,
      pairing.epoch,
      pairing.credentialId,
      pairing.createdAt,
      pairing.expiresAt,
      pairing.issuer,
    ],
  );
}

/** A pairing with the fields of its device that decide on it. */
export interface StoredPairing extends PairingView {
  readonly deviceId: string;
  readonly customerId: string | null;
  readonly appInstallationId: string;
  readonly credentialId: string | null;
  /** The kid of the key that signed it; null for those of before there were several. */
  readonly issuer: string | null;
  readonly previousCredentialId: string | null;
  readonly previousUntil: Date | null;
  /** The issue time of the current credential: the claim or the last refresh. */
  readonly issuedAt: Date;
  readonly serial: string;
  readonly deviceStatus: DeviceStatus;
  /** The current epoch of the device. */
  readonly deviceEpoch: number;
}

const columns = selectList(PairingRecord, 'p');

const STORED = `
  select ${columns}, p.device_id as "deviceId", p.customer_id as "customerId",
         p.app_installation_id as "appInstallationId", p.credential_id as "credentialId", p.issuer,
         p.previous_credential_id as "previousCredentialId", p.previous_until as "previousUntil",
         coalesce(p.refreshed_at, p.created_at) as "issuedAt", d.serial, d.status as "deviceStatus",
         d.pairing_epoch as "deviceEpoch"
    from pairing p join device d on d.id = p.device_id where p.id = $1`;

/** Reads a pairing, without a lock. */
export function findPairing(em: EntityManager, id: string): Promise<StoredPairing | undefined> {
  return row(em, STORED, [id]);
}

/** Locks a pairing for update until the transaction ends, and its device before it. */
export async function lockPairing(em: EntityManager, id: string): Promise<StoredPairing | undefined> {
  await row(em, 'select 1 from device where id = (select device_id from pairing where id = $1) for update', [id]);
  return row(em, `${STORED} for update of p`, [id]);
}

/**
 * Makes a new credential current. The previous one is accepted until `previousUntil`, and can be exchanged again until the new one
 * is used.
 */
export async function rotateCredential(
  em: EntityManager,
  id: string,
  rotation: {
    readonly credentialId: string;
    readonly previousCredentialId: string;
    readonly previousUntil: Date;
    readonly issuer: string;
    readonly issuedAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await execute(
    em,
    `update pairing set credential_id = $2, previous_credential_id = $3, previous_until = $4, refreshed_at = $5, expires_at = $6,
                        issuer = $7,
                        previous_issuer = case when previous_credential_id = $3 then previous_issuer else issuer end
      where id = $1`,
    [
      id,
      rotation.credentialId,
      rotation.previousCredentialId,
      rotation.previousUntil,
      rotation.issuedAt,
      rotation.expiresAt,
      rotation.issuer,
    ],
  );
}

/**
 * Ends the previous credential, because the app has used the current one.
 * @returns false if the previous one was exchanged again meanwhile, or the pairing has ended: then the credential is not the current one
 */
export async function endOverlap(em: EntityManager, id: string, credentialId: string): Promise<boolean> {
  return (
    (await execute(
      em,
      `update pairing set previous_credential_id = null, previous_until = null
        where id = $1 and credential_id = $2 and revoked_at is null`,
      [id, credentialId],
    )) === 1
  );
}

/** The pairings of devices, live and ended. */
export const pairingList = listOf(PairingRecord, { table: new Source('pairing', 'g') });
