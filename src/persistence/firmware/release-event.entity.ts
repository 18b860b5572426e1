import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { FIRMWARE_LIFECYCLES } from '../../model/enums.ts';
import { enumColumn, id, reference, timestamp } from '../columns.ts';
import { Release } from './release.entity.ts';

/** A transition of a release, or a change of its percentage. */
export const ReleaseEvent = defineEntity({
  name: 'ReleaseEvent',
  tableName: 'release_event',
  properties: {
    id: id(),
    releaseId: () => reference(Release, 'release_event', 'release_id').deleteRule('cascade'),
    at: timestamp(),
    fromLifecycle: enumColumn(FIRMWARE_LIFECYCLES).nullable(),
    toLifecycle: enumColumn(FIRMWARE_LIFECYCLES),
    fromPercentage: p.integer().nullable(),
    toPercentage: p.integer(),
    reason: p.text().nullable(),
    /** Null = the service itself. */
    actorId: p.uuid().nullable(),
  },
  indexes: [{ name: 'release_event_release_index', properties: ['releaseId', 'at', 'id'] }],
});
export type ReleaseEventRow = InferEntity<typeof ReleaseEvent>;
