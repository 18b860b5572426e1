import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DEVICE_STATUSES } from '../../model/enums.ts';
import { id, timestamp, word } from '../columns.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Device } from './device.entity.ts';

/** A change of a device's status or owner, kept for support and warranty questions. */
export const DeviceEvent = defineEntity({
  name: 'DeviceEvent',
  tableName: 'device_event',
  properties: {
    id: id(),
    deviceId: () =>
      p
        .manyToOne(Device)
        .mapToPk()
        .fieldNames('device_id')
        .foreignKeyName('device_event_device_fk')
        .deleteRule('cascade'),
    at: timestamp(),
    /** The operation that caused it, or `heartbeat`. */
    cause: p.text(),
    fromStatus: word(DEVICE_STATUSES).nullable(),
    toStatus: word(DEVICE_STATUSES),
    fromOwnerId: () =>
      p
        .manyToOne(Customer)
        .mapToPk()
        .fieldNames('from_owner_id')
        .foreignKeyName('device_event_from_owner_fk')
        .nullable(),
    toOwnerId: () =>
      p.manyToOne(Customer).mapToPk().fieldNames('to_owner_id').foreignKeyName('device_event_to_owner_fk').nullable(),
    reason: p.text().nullable(),
    actorId: p.text().nullable(),
  },
  indexes: [{ name: 'device_event_device_index', properties: ['deviceId', 'at', 'id'] }],
});
export type DeviceEventRow = InferEntity<typeof DeviceEvent>;
