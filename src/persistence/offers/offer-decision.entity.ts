import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import { enumColumn, timestamp } from '../columns.ts';
import { Device } from '../devices/device.entity.ts';

/** The last decision for a device that asked for firmware, with its reason. Support reads it. */
export const OfferDecision = defineEntity({
  name: 'OfferDecision',
  tableName: 'offer_decision',
  properties: {
    deviceId: () =>
      p
        .oneToOne(Device)
        .mapToPk()
        .primary()
        .fieldNames('device_id')
        .foreignKeyName('offer_decision_device_fk')
        .deleteRule('cascade'),
    at: timestamp(),
    reason: p.text(),
    releaseId: p.uuid().nullable(),
    installationId: p.uuid().nullable(),
    currentFirmware: p.text(),
    appVersion: p.text(),
    /** The channel that the device asked for. */
    channel: enumColumn(FIRMWARE_CHANNELS),
    pollAfterSeconds: p.integer(),
  },
});
export type OfferDecisionRow = InferEntity<typeof OfferDecision>;
