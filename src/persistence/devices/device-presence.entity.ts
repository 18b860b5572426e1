import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { OTA_SLOTS } from '../../model/enums.ts';
import { timestamp, word } from '../columns.ts';
import { Device } from './device.entity.ts';

/**
 * The latest heartbeat of a device. Updated in place on pages with free space (HOT updates); never moves back in time.
 * So no index holds what a heartbeat changes: each would cost every heartbeat an entry, and a list by `lastSeenAt` is rare.
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
    lastSeenAt: timestamp(),
    /** The newest signed timestamp, Unix milliseconds: an older heartbeat changes nothing here. */
    lastTimestampMs: p.bigint('number'),
    firmwareVersion: p.text(),
    firmwareBuildNumber: p.bigint('number').nullable(),
    hardwareRevision: p.text().nullable(),
    otaSlot: word(OTA_SLOTS).nullable(),
    appVersion: p.text(),
    uptime: p.bigint('number'),
    wifiRssi: p.integer().nullable(),
    freeHeap: p.bigint('number').nullable(),
    temperature: p.double().nullable(),
    status: p.text(),
  },
  indexes: [],
});
export type DevicePresenceRow = InferEntity<typeof DevicePresence>;
