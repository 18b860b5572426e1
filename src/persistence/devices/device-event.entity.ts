import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DEVICE_STATUSES } from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, reference, timestamp } from '../columns.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Device } from './device.entity.ts';

/**
 * A change of a device's status or owner; together they give the status at any time. The first has no status before. The owner
 * changed where the two owners differ; an event of a status alone may leave out both.
 */
export const DeviceEvent = defineEntity({
  name: 'DeviceEvent',
  tableName: 'device_event',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'device_event', 'device_id').deleteRule('cascade'),
    at: timestamp(),
    /** The operation that caused it, `heartbeat`, `secretProved`, or `backfill` for an event that was reconstructed later. */
    cause: p.text(),
    fromStatus: enumColumn(DEVICE_STATUSES).nullable(),
    toStatus: enumColumn(DEVICE_STATUSES),
    fromOwnerId: () => reference(Customer, 'device_event', 'from_owner_id').nullable(),
    toOwnerId: () => reference(Customer, 'device_event', 'to_owner_id').nullable(),
    reason: p.text().nullable(),
    actorId: p.text().nullable(),
  },
  indexes: [
    ...mentionIndexes('device_event', 'reason'),
    { name: 'device_event_device_index', properties: ['deviceId', 'at', 'id'] },
    { name: 'device_event_at_index', properties: ['at', 'id'] },
    { name: 'device_event_status_index', properties: ['toStatus', 'at', 'id'] },
    {
      name: 'device_event_from_owner_index',
      expression:
        'create index "device_event_from_owner_index" on "device_event" ("from_owner_id") where from_owner_id is not null',
    },
    {
      name: 'device_event_to_owner_index',
      expression:
        'create index "device_event_to_owner_index" on "device_event" ("to_owner_id") where to_owner_id is not null',
    },
  ],
});
export type DeviceEventRow = InferEntity<typeof DeviceEvent>;
