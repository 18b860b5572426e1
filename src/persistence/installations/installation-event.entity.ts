import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { INSTALLATION_EVENT_SOURCES, INSTALLATION_STATUSES } from '../../model/enums.ts';
import { id, moment, reference, word } from '../columns.ts';
import { Installation } from './installation.entity.ts';

/** Everything that was said of an installation, whether it changed something or not. Only ever added to. */
export const InstallationEvent = defineEntity({
  name: 'InstallationEvent',
  tableName: 'installation_event',
  properties: {
    id: id(),
    installationId: () => reference(Installation, 'installation_event', 'installation_id').deleteRule('cascade'),
    at: moment(),
    source: word(INSTALLATION_EVENT_SOURCES),
    /** The device's clock, Unix milliseconds. */
    signedMs: p.bigint('number').nullable(),
    /** SHA-256 of the proof: the same report again is known by it. */
    proofHash: p.blob().nullable(),
    reportedStatus: word(INSTALLATION_STATUSES).nullable(),
    fromStatus: word(INSTALLATION_STATUSES),
    toStatus: word(INSTALLATION_STATUSES),
    applied: p.boolean(),
    /** What became of it: MOVED, STALE, DUPLICATE, ... */
    outcome: p.text(),
    failureReason: p.text().nullable(),
    actorId: p.uuid().nullable(),
  },
  uniques: [{ name: 'installation_event_proof_unique', properties: ['installationId', 'proofHash'] }],
  indexes: [{ name: 'installation_event_installation_index', properties: ['installationId', 'at', 'id'] }],
});
export type InstallationEventRow = InferEntity<typeof InstallationEvent>;
