import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, mentionIndexes, reference, timestamp } from '../columns.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Device } from '../devices/device.entity.ts';

/** A companion app with a credential for a device. Live while `revokedAt` is null and its epoch equals the device's. */
export const Pairing = defineEntity({
  name: 'Pairing',
  tableName: 'pairing',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'pairing', 'device_id').deleteRule('cascade'),
    customerId: () => reference(Customer, 'pairing', 'customer_id').nullable(),
    /** The app's own id; the specification calls it installationId too. */
    appInstallationId: p.text(),
    publicKey: p.text(),
    deviceName: p.text(),
    appVersion: p.text(),
    epoch: p.integer(),
    /** RFC 7638 thumbprint of the app's public key: the credential's `cnf.jkt`. */
    keyThumbprint: p.text(),
    /** The `jti` of the current credential. */
    credentialId: p.uuid().nullable(),
    /** The kid of the key that signed it; null for those of before there were several. */
    issuer: p.text().nullable(),
    /** The previous credential, accepted until `previousUntil`: a lost response must not lock the app out. */
    previousCredentialId: p.uuid().nullable(),
    previousUntil: timestamp().nullable(),
    previousIssuer: p.text().nullable(),
    refreshedAt: timestamp().nullable(),
    createdAt: timestamp(),
    expiresAt: timestamp(),
    revokedAt: timestamp().nullable(),
    revokedReason: p.text().nullable(),
  },
  indexes: [
    ...mentionIndexes('pairing', 'device_name'),
    { name: 'pairing_device_index', properties: ['deviceId', 'createdAt', 'id'] },
    {
      name: 'pairing_customer_index',
      expression: 'create index "pairing_customer_index" on "pairing" ("customer_id") where customer_id is not null',
    },
    {
      name: 'pairing_one_live_per_app',
      expression:
        'create unique index "pairing_one_live_per_app" on "pairing" ("device_id", "app_installation_id") where revoked_at is null',
    },
  ],
});
export type PairingRow = InferEntity<typeof Pairing>;
