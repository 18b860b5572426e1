import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeviceStatus } from '../../model/enums.ts';
import { newId } from '../columns.ts';
import { execute, rows } from '../sql/query.ts';

/** A device to be inserted, with its secrets sealed or hashed. */
export interface NewDevice {
  readonly id: string;
  readonly serial: string;
  readonly ordinal: number;
  readonly secretVersion: number;
  readonly sealedSecret: Buffer;
  readonly sealedCode: Buffer;
  readonly codeHash: Buffer;
  readonly lastFour: string;
}

/** The cause of a change, for the devices' histories. */
export interface History {
  readonly now: Date;
  /** The operation. */
  readonly cause: string;
  readonly actorId: string;
}

export interface NewDevices extends History {
  readonly batch: { readonly id: string; readonly model: string; readonly hardwareRevision: string };
  readonly devices: readonly NewDevice[];
  readonly expiresAt: Date | null;
}

/**
 * Stores READY devices with their ACTIVE secrets, AVAILABLE claim codes and first events.
 * A place of the batch that is in use violates device_batch_ordinal_unique.
 */
export async function insertDevices(em: EntityManager, insertion: NewDevices): Promise<void> {
  const { batch, devices, expiresAt, now } = insertion;
  const ids = devices.map(({ id }) => id);
  await execute(
    em,
    `insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, created_at, updated_at)
     select id, serial, $4, ordinal, $5, $6, 'READY', $7, $7
       from unnest($1::uuid[], $2::text[], $3::int[]) as t(id, serial, ordinal)`,
    [
      ids,
      devices.map(({ serial }) => serial),
      devices.map(({ ordinal }) => ordinal),
      batch.id,
      batch.model,
      batch.hardwareRevision,
      now,
    ],
  );
  await execute(
    em,
    `insert into device_secret (id, device_id, version, state, sealed, created_at, activated_at)
     select id, device_id, version, 'ACTIVE', sealed, $5, $5
       from unnest($1::uuid[], $2::uuid[], $3::int[], $4::bytea[]) as t(id, device_id, version, sealed)`,
    [
      ids.map(newId),
      ids,
      devices.map(({ secretVersion }) => secretVersion),
      devices.map(({ sealedSecret }) => sealedSecret),
      now,
    ],
  );
  await execute(
    em,
    `insert into claim_code (id, device_id, code_hash, sealed, last_four, status, expires_at, created_at)
     select id, device_id, code_hash, sealed, last_four, 'AVAILABLE', $6, $7
       from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::bytea[], $5::text[])
         as t(id, device_id, code_hash, sealed, last_four)`,
    [
      ids.map(newId),
      ids,
      devices.map(({ codeHash }) => codeHash),
      devices.map(({ sealedCode }) => sealedCode),
      devices.map(({ lastFour }) => lastFour),
      expiresAt,
      now,
    ],
  );
  await insertEvents(
    em,
    ids.map((deviceId) => ({ deviceId, fromStatus: null })),
    'READY',
    insertion,
  );
}

/**
 * Retires the unowned devices of a batch in the given statuses; their codes become VOID.
 * @returns the ids of the retired devices
 */
export async function retireDevices(
  em: EntityManager,
  batchId: string,
  statuses: readonly DeviceStatus[],
  history: History,
): Promise<string[]> {
  const found = await rows<{ deviceId: string; fromStatus: DeviceStatus }>(
    em,
    `select id as "deviceId", status as "fromStatus" from device
      where batch_id = $1 and owner_id is null and status = any($2) order by id for update`,
    [batchId, statuses],
  );
  if (found.length === 0) return [];
  const ids = found.map(({ deviceId }) => deviceId);
  await execute(
    em,
    `update device set status = 'RETIRED', previous_status = null, revision = revision + 1, updated_at = $2
      where id = any($1::uuid[])`,
    [ids, history.now],
  );
  await execute(
    em,
    `update claim_code set status = 'VOID' where device_id = any($1::uuid[]) and status = 'AVAILABLE'`,
    [ids],
  );
  await insertEvents(em, found, 'RETIRED', history);
  return ids;
}

async function insertEvents(
  em: EntityManager,
  from: readonly { readonly deviceId: string; readonly fromStatus: DeviceStatus | null }[],
  to: DeviceStatus,
  { now, cause, actorId }: History,
): Promise<void> {
  await execute(
    em,
    `insert into device_event (id, device_id, at, cause, from_status, to_status, actor_id)
     select id, device_id, $4, $5, from_status, $6, $7
       from unnest($1::uuid[], $2::uuid[], $3::text[]) as t(id, device_id, from_status)`,
    [
      from.map(newId),
      from.map(({ deviceId }) => deviceId),
      from.map(({ fromStatus }) => fromStatus),
      now,
      cause,
      to,
      actorId,
    ],
  );
}
