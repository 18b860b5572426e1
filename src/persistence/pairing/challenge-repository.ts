import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row } from '../sql/query.ts';

export interface NewChallenge {
  readonly id: string;
  /** Null for an unknown serial. */
  readonly deviceId: string | null;
  /** SHA-256 of the serial. */
  readonly subject: Buffer;
  readonly appInstallationId: string;
  /** 32 random bytes in base64url. */
  readonly nonce: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Stores a challenge. It replaces the app's live one. */
export async function saveChallenge(em: EntityManager, challenge: NewChallenge): Promise<void> {
  await execute(
    em,
    `insert into pairing_challenge as c
       (id, device_id, subject, app_installation_id, nonce, attempts, created_at, expires_at)
     values ($1, $2, $3, $4, $5, 0, $6, $7)
     on conflict (subject, app_installation_id) where consumed_at is null
     do update set id = excluded.id, device_id = excluded.device_id, nonce = excluded.nonce, attempts = 0,
                   created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [
      challenge.id,
      challenge.deviceId,
      challenge.subject,
      challenge.appInstallationId,
      challenge.nonce,
      challenge.createdAt,
      challenge.expiresAt,
    ],
  );
}

export interface StoredChallenge {
  readonly id: string;
  readonly appInstallationId: string;
  readonly nonce: string;
  /** Failed claims with this challenge. */
  readonly attempts: number;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
}

/** Locks a serial's challenge for update until the transaction ends. Lock the device first. */
export function lockChallenge(em: EntityManager, id: string, subject: Buffer): Promise<StoredChallenge | undefined> {
  return row(
    em,
    `select id, app_installation_id as "appInstallationId", nonce, attempts, expires_at as "expiresAt",
            consumed_at as "consumedAt"
       from pairing_challenge where id = $1 and subject = $2 for update`,
    [id, subject],
  );
}

/** Counts a failed claim; after `maximum` failures the challenge ends. */
export async function countFailedTry(em: EntityManager, id: string, maximum: number, now: Date): Promise<void> {
  await execute(
    em,
    `update pairing_challenge
        set attempts = attempts + 1, consumed_at = case when attempts + 1 >= $2 then $3::timestamptz else consumed_at end
      where id = $1`,
    [id, maximum, now],
  );
}

/** Ends a challenge after a correct answer. @returns false if it had already ended */
export async function consumeChallenge(em: EntityManager, id: string, now: Date): Promise<boolean> {
  const taken = await execute(
    em,
    'update pairing_challenge set consumed_at = $2 where id = $1 and consumed_at is null',
    [id, now],
  );
  return taken === 1;
}

/**
 * Removes ended challenges, and the oldest challenges for unknown serials.
 * @param maximumUnknown challenges for unknown serials to keep
 * @returns the number of removed challenges
 */
export async function purgeChallenges(em: EntityManager, now: Date, maximumUnknown: number): Promise<number> {
  const expired = await execute(em, 'delete from pairing_challenge where expires_at < $1', [now]);
  const surplus = await execute(
    em,
    `delete from pairing_challenge where id in (
       select id from pairing_challenge where device_id is null order by created_at desc, id desc offset $1)`,
    [maximumUnknown],
  );
  return expired + surplus;
}
