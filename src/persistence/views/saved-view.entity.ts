import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { VIEWED_LISTS } from '../../model/enums.ts';
import { enumColumn, id, revision, timestamp } from '../columns.ts';

type Query = Readonly<Record<string, unknown>>;

/** A view of a list that an admin has saved. */
export const SavedView = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  properties: {
    id: id(),
    name: p.text(),
    list: enumColumn(VIEWED_LISTS),
    query: p.json<Query>(),
    columns: p.array().columnType('text[]'),
    shared: p.boolean(),
    ownerId: p.uuid(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
    { name: 'saved_view_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'saved_view_owner_index', properties: ['ownerId', 'createdAt', 'id'] },
  ],
});
export type SavedViewRow = InferEntity<typeof SavedView>;
