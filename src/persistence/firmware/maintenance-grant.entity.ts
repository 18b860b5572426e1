import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { GRANT_STATES } from '../../model/enums.ts';
import { enumColumn, id, reference, timestamp } from '../columns.ts';
import { Device } from '../devices/device.entity.ts';
import { Release } from './release.entity.ts';

/** A single-use, short-lived permission to give one board its identity. Its id is the grant's `jti`. */
export const MaintenanceGrant = defineEntity({
  name: 'MaintenanceGrant',
  tableName: 'maintenance_grant',
  properties: {
    id: id(),
    releaseId: () => reference(Release, 'maintenance_grant', 'release_id').deleteRule('restrict'),
    deviceId: () => reference(Device, 'maintenance_grant', 'device_id').deleteRule('restrict'),
    /** Lower case, with colons. */
    mac: p.text(),
    purpose: p.text(),
    state: enumColumn(GRANT_STATES),
    issuedBy: p.uuid(),
    issuedAt: timestamp(),
    expiresAt: timestamp(),
    consumedAt: timestamp().nullable(),
  },
  indexes: [
    {
      name: 'maintenance_grant_one_per_mac',
      expression: `create unique index "maintenance_grant_one_per_mac" on "maintenance_grant" ("mac") where state = 'ISSUED'`,
    },
    {
      name: 'maintenance_grant_one_per_device',
      expression: `create unique index "maintenance_grant_one_per_device" on "maintenance_grant" ("device_id") where state = 'ISSUED'`,
    },
    { name: 'maintenance_grant_device_index', properties: ['deviceId', 'issuedAt', 'id'] },
  ],
});
export type MaintenanceGrantRow = InferEntity<typeof MaintenanceGrant>;
