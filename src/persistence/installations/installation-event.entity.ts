import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { INSTALLATION_EVENT_SOURCES, INSTALLATION_STATUSES } from '../../model/enums.ts';
import { id, reference, timestamp, word } from '../columns.ts';
import { Installation } from './installation.entity.ts';

/** The history of an installation: every report and decision, also those that changed nothing. Append-only. */
export const InstallationEvent = defineEntity({
  name: 'InstallationEvent',
  tableName: 'installation_event',
  properties: {
    id: id(),
    installationId: () => reference(Installation, 'installation_event', 'installation_id').deleteRule('cascade'),
    at: timestamp(),
    source: word(INSTALLATION_EVENT_SOURCES),
    /** The device's clock, Unix milliseconds. */
    signedMs: p.bigint('number').nullable(),
    /** SHA-256 of the proof, which identifies a repeated report. */
    proofHash: p.blob().nullable(),
    reportedStatus: word(INSTALLATION_STATUSES).nullable(),
    fromStatus: word(INSTALLATION_STATUSES),
    toStatus: word(INSTALLATION_STATUSES),
    applied: p.boolean(),
    /** The result: MOVED, STALE, DUPLICATE, ... */
    outcome: p.text(),
    failureReason: p.text().nullable(),
    actorId: p.uuid().nullable(),
  },
  uniques: [{ name: 'installation_event_proof_unique', properties: ['installationId', 'proofHash'] }],
  indexes: [{ name: 'installation_event_installation_index', properties: ['installationId', 'at', 'id'] }],
});
export type InstallationEventRow = InferEntity<typeof InstallationEvent>;
