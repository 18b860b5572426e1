import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, reference, timestamp } from '../columns.ts';
import { Device } from './device.entity.ts';

/** The record of an issued envelope and its recipient's key, without its content. */
export const ProvisioningEnvelope = defineEntity({
  name: 'ProvisioningEnvelope',
  tableName: 'provisioning_envelope',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'provisioning_envelope', 'device_id').deleteRule('cascade'),
    secretVersion: p.integer(),
    /** SHA-256 of the recipient's public key (SPKI). */
    recipientFingerprint: p.text(),
    /** The kids of the issuers' keys in it: of pairings and of grants. Null in those of before there were several. */
    issuers: p.array().columnType('text[]').nullable(),
    issuedBy: p.uuid(),
    issuedAt: timestamp(),
  },
  indexes: [{ name: 'provisioning_envelope_device_index', properties: ['deviceId', 'issuedAt'] }],
});
export type ProvisioningEnvelopeRow = InferEntity<typeof ProvisioningEnvelope>;
