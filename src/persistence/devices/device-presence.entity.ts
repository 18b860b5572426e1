import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { OTA_SLOTS } from '../../model/enums.ts';
import { enumColumn, orderIndex, timestamp } from '../columns.ts';
import { Device } from './device.entity.ts';

const orderOf = (column: string, more: { given?: boolean; within?: string; name?: string } = {}) =>
  orderIndex('device_presence', column, { age: 'device_created_at', id: 'device_id', ...more });

/**
 * The latest heartbeat of a device; never moves back in time. Updated in place on pages with free space (HOT updates). So no
 * index contains a column that every heartbeat changes: each would cost an index entry per heartbeat.
 */
export const DevicePresence = defineEntity({
  name: 'DevicePresence',
  tableName: 'device_presence',
  properties: {
    deviceId: () =>
      p
        .oneToOne(Device)
        .mapToPk()
        .primary()
        .fieldNames('device_id')
        .foreignKeyName('device_presence_device_fk')
        .deleteRule('cascade'),
    /**
     * Copied from the device, where they never change: lists of devices are ordered by the first and filtered by the second.
     */
    deviceCreatedAt: timestamp().nullable(),
    deviceHardwareRevision: p.text().nullable(),
    lastSeenAt: timestamp(),
    /** The newest signed timestamp, Unix milliseconds: an older heartbeat changes nothing here. */
    lastTimestampMs: p.bigint('number'),
    firmwareVersion: p.text(),
    firmwareBuildNumber: p.bigint('number').nullable(),
    hardwareRevision: p.text().nullable(),
    otaSlot: enumColumn(OTA_SLOTS).nullable(),
    appVersion: p.text(),
    uptime: p.bigint('number'),
    wifiRssi: p.integer().nullable(),
    freeHeap: p.bigint('number').nullable(),
    temperature: p.double().nullable(),
    status: p.text(),
  },
  indexes: [
    { name: 'device_presence_created_at_index', properties: ['deviceCreatedAt', 'deviceId'] },
    { name: 'device_presence_hardware_revision_index', properties: ['deviceHardwareRevision'] },
    // Versions change with an update of the firmware or the app, a few times a year.
    orderOf('firmware_version'),
    orderOf('firmware_build_number', { given: true }),
    orderOf('firmware_version', { within: 'device_hardware_revision', name: 'device_presence_fitting_version_index' }),
    orderOf('firmware_build_number', {
      within: 'device_hardware_revision',
      name: 'device_presence_fitting_build_index',
      given: true,
    }),
    {
      // Devices report an app version of any length, which no other index takes.
      name: 'device_presence_app_version_hash',
      expression: `create index "device_presence_app_version_hash" on "device_presence" using hash ("app_version")`,
    },
  ],
});
export type DevicePresenceRow = InferEntity<typeof DevicePresence>;
