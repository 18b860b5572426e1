import type { EntityManager } from '@mikro-orm/postgresql';
import type { ClaimCodeStatus } from '../../model/enums.ts';
import { execute, row } from '../sql/query.ts';
import { ClaimCode } from './claim-code.entity.ts';

/** Makes every code of a device VOID, used or not. The time of a claim is kept. */
export async function voidClaimCodes(em: EntityManager, deviceId: string): Promise<void> {
  await execute(em, `update claim_code set status = 'VOID' where device_id = $1 and status <> 'VOID'`, [deviceId]);
}

/** Adds an AVAILABLE code; the device must have no other one. */
export async function insertClaimCode(
  em: EntityManager,
  code: {
    readonly deviceId: string;
    readonly codeHash: Buffer;
    readonly sealed: Buffer;
    readonly lastFour: string;
    readonly expiresAt: Date | null;
    readonly createdAt: Date;
  },
): Promise<void> {
  em.create(ClaimCode, { ...code, status: 'AVAILABLE', claimedAt: null });
  await em.flush();
}

/** The code that can claim a device at `now`; undefined if there is none. */
export function findClaimableCode(
  em: EntityManager,
  deviceId: string,
  now: Date,
): Promise<{ sealed: Buffer } | undefined> {
  return row(
    em,
    `select sealed from claim_code
      where device_id = $1 and status = 'AVAILABLE' and (expires_at is null or expires_at > $2)`,
    [deviceId, now],
  );
}

/** The status of a code at `now`. */
export interface FoundCode {
  readonly id: string;
  readonly deviceId: string;
  readonly status: ClaimCodeStatus;
}

/** The code of any device with one of these look-up hashes, which are of one code. EXPIRED is derived from `now`. */
export function findCode(em: EntityManager, codeHashes: readonly Buffer[], now: Date): Promise<FoundCode | undefined> {
  return row(
    em,
    `select id, device_id as "deviceId",
            case when status = 'AVAILABLE' and expires_at <= $2 then 'EXPIRED' else status end as status
       from claim_code where code_hash = any($1)`,
    [codeHashes, now],
  );
}

/**
 * Marks a code as CLAIMED by a conditional update, which decides under concurrency. @returns true if this call claimed
 * it
 */
export async function takeCode(em: EntityManager, id: string, now: Date): Promise<boolean> {
  const taken = await execute(
    em,
    `update claim_code set status = 'CLAIMED', claimed_at = $2
      where id = $1 and status = 'AVAILABLE' and (expires_at is null or expires_at > $2)`,
    [id, now],
  );
  return taken === 1;
}
