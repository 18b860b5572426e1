import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { INSTALLATION_EVENT_SOURCES, INSTALLATION_STATUSES } from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, reference, timestamp } from '../columns.ts';
import { Installation } from './installation.entity.ts';

/** The history of an installation: every report and decision, also those that changed nothing. Append-only. */
export const InstallationEvent = defineEntity({
  name: 'InstallationEvent',
  tableName: 'installation_event',
  properties: {
    id: id(),
    installationId: () => reference(Installation, 'installation_event', 'installation_id').deleteRule('cascade'),
    at: timestamp(),
    source: enumColumn(INSTALLATION_EVENT_SOURCES),
    /** The device's clock, Unix milliseconds. */
    signedMs: p.bigint('number').nullable(),
    /** SHA-256 of the proof, which identifies a repeated report. */
    proofHash: p.blob().nullable(),
    reportedStatus: enumColumn(INSTALLATION_STATUSES).nullable(),
    fromStatus: enumColumn(INSTALLATION_STATUSES),
    toStatus: enumColumn(INSTALLATION_STATUSES),
    applied: p.boolean(),
    /** The result: MOVED, STALE, DUPLICATE, ... */
    outcome: p.text(),
    failureReason: p.text().nullable(),
    actorId: p.uuid().nullable(),
  },
  uniques: [{ name: 'installation_event_proof_unique', properties: ['installationId', 'proofHash'] }],
  indexes: [
    ...mentionIndexes('installation_event', 'failure_reason'),
    { name: 'installation_event_installation_index', properties: ['installationId', 'at', 'id'] },
  ],
});
export type InstallationEventRow = InferEntity<typeof InstallationEvent>;
