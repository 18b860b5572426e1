import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { DEVICE_STATUSES, FIRMWARE_CHANNELS } from '../../model/enums.ts';
import { enumColumn, id, orderIndex, reference, revision, timestamp, trigramIndex } from '../columns.ts';
import { Customer } from '../customers/customer.entity.ts';
import { Batch } from '../inventory/batch.entity.ts';

export const Device = defineEntity({
  name: 'Device',
  tableName: 'device',
  properties: {
    id: id(),
    serial: p.text(),
    batchId: () => reference(Batch, 'device', 'batch_id').deleteRule('restrict'),
    /** 1-based position in its batch, so that a batch cannot have more devices than planned. */
    batchOrdinal: p.integer(),
    model: p.text(),
    hardwareRevision: p.text(),
    status: enumColumn(DEVICE_STATUSES),
    /** The status that SUSPENDED and REPAIR return to. */
    previousStatus: enumColumn(DEVICE_STATUSES).nullable(),
    ownerId: () => reference(Customer, 'device', 'owner_id').nullable().deleteRule('restrict'),
    /** The widest channel of releases offered to the device; null = the default of the settings. */
    firmwareChannel: enumColumn(FIRMWARE_CHANNELS).nullable(),
    /** Raised when ownership ends; pairings of older epochs are void, even offline. */
    pairingEpoch: p.integer().default(0),
    /** The installation that the next heartbeats will confirm or contradict. */
    watchedInstallationId: p.uuid().nullable(),
    /** The highest security version that ran on the device; no lower one is offered. */
    confirmedSecurityVersion: p.integer().default(0),
    /** `jti` of credentials revoked in this epoch, newest last; heartbeat responses list them. */
    revokedCredentials: p.array().columnType('text[]').default([]),
    claimedAt: timestamp().nullable(),
    activatedAt: timestamp().nullable(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  uniques: [
    { name: 'device_serial_unique', properties: ['serial'] },
    { name: 'device_batch_ordinal_unique', properties: ['batchId', 'batchOrdinal'] },
  ],
  indexes: [
    { name: 'device_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'device_status_index', properties: ['status', 'createdAt', 'id'] },
    { name: 'device_owner_index', properties: ['ownerId', 'createdAt', 'id'] },
    { name: 'device_model_index', properties: ['model', 'createdAt', 'id'] },
    { name: 'device_hardware_revision_index', properties: ['hardwareRevision', 'createdAt', 'id'] },
    orderIndex('device', 'batch_id'),
    orderIndex('device', 'model', { within: 'hardware_revision' }),
    orderIndex('device', 'status', { within: 'hardware_revision' }),
    orderIndex('device', 'firmware_channel', { given: true }),
    orderIndex('device', 'claimed_at', { given: true }),
    orderIndex('device', 'activated_at', { given: true }),
    orderIndex('device', 'updated_at'),
    trigramIndex('device', 'serial'),
    trigramIndex('device', 'model', 'search_form'),
  ],
});
export type DeviceRow = InferEntity<typeof Device>;
