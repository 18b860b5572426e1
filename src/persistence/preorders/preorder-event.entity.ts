import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { PREORDER_STATUSES } from '../../model/enums.ts';
import { enumColumn, id, mentionIndexes, reference, timestamp } from '../columns.ts';
import { Preorder } from './preorder.entity.ts';

/** A change of a preorder's status or assignee. */
export const PreorderEvent = defineEntity({
  name: 'PreorderEvent',
  tableName: 'preorder_event',
  properties: {
    id: id(),
    preorderId: () => reference(Preorder, 'preorder_event', 'preorder_id').deleteRule('cascade'),
    at: timestamp(),
    fromStatus: enumColumn(PREORDER_STATUSES).nullable(),
    toStatus: enumColumn(PREORDER_STATUSES),
    /** One step back, to correct a mistake. */
    correction: p.boolean().default(false),
    note: p.text().nullable(),
    fromAdminId: p.uuid().nullable(),
    toAdminId: p.uuid().nullable(),
    /** Null = the public site. */
    actorId: p.uuid().nullable(),
  },
  indexes: [
    { name: 'preorder_event_preorder_index', properties: ['preorderId', 'at', 'id'] },
    ...mentionIndexes('preorder_event', 'note'),
  ],
});
export type PreorderEventRow = InferEntity<typeof PreorderEvent>;
