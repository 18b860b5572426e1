import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { SECRET_STATES } from '../../model/enums.ts';
import { enumColumn, id, reference, timestamp } from '../columns.ts';
import { Device } from './device.entity.ts';

/** A device's HMAC secret, sealed under a key-encryption key. At most one is ACTIVE and one PENDING. */
export const DeviceSecret = defineEntity({
  name: 'DeviceSecret',
  tableName: 'device_secret',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'device_secret', 'device_id').deleteRule('cascade'),
    version: p.integer(),
    state: enumColumn(SECRET_STATES),
    sealed: p.blob(),
    createdAt: timestamp(),
    activatedAt: timestamp().nullable(),
  },
  uniques: [{ name: 'device_secret_version_unique', properties: ['deviceId', 'version'] }],
  indexes: [
    {
      name: 'device_secret_kek_index',
      expression: String.raw`create index "device_secret_kek_index" on "device_secret" ((substring(sealed from 3 for get_byte(sealed || '\x0000'::bytea, 1))), "id") where state <> 'RETIRED'`,
    },
    {
      name: 'device_secret_one_active',
      expression: `create unique index "device_secret_one_active" on "device_secret" ("device_id") where state = 'ACTIVE'`,
    },
    {
      name: 'device_secret_one_pending',
      expression: `create unique index "device_secret_one_pending" on "device_secret" ("device_id") where state = 'PENDING'`,
    },
  ],
});
export type DeviceSecretRow = InferEntity<typeof DeviceSecret>;
