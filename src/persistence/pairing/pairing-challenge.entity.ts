import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, reference, timestamp } from '../columns.ts';
import { Device } from '../devices/device.entity.ts';

/**
 * A challenge that only the device's secret can answer. One live challenge per device and app. Unknown serials get
 * challenges too, so that the response does not reveal which serials exist.
 */
export const PairingChallenge = defineEntity({
  name: 'PairingChallenge',
  tableName: 'pairing_challenge',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'pairing_challenge', 'device_id').nullable().deleteRule('cascade'),
    /** SHA-256 of the requested serial. */
    subject: p.blob(),
    appInstallationId: p.text(),
    /** 32 random bytes in base64url. */
    nonce: p.text(),
    attempts: p.integer().default(0),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    consumedAt: timestamp().nullable(),
  },
  indexes: [
    {
      name: 'pairing_challenge_one_live',
      expression: `create unique index "pairing_challenge_one_live" on "pairing_challenge" ("subject", "app_installation_id") where consumed_at is null`,
    },
    { name: 'pairing_challenge_subject_index', properties: ['subject', 'createdAt', 'id'] },
    { name: 'pairing_challenge_expires_at_index', properties: ['expiresAt'] },
  ],
});
export type PairingChallengeRow = InferEntity<typeof PairingChallenge>;
