import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { id, reference, revision, timestamp } from '../columns.ts';

type Query = Readonly<Record<string, unknown>>;

/** A question that an analyst has kept. */
export const SavedQuestion = defineEntity({
  name: 'SavedQuestion',
  tableName: 'saved_question',
  properties: {
    id: id(),
    name: p.text(),
    description: p.text().nullable(),
    dataSet: p.text(),
    query: p.json<Query>(),
    shared: p.boolean(),
    ownerId: p.uuid(),
    revision: revision(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  indexes: [
    { name: 'saved_question_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'saved_question_owner_index', properties: ['ownerId', 'createdAt', 'id'] },
  ],
});
export type SavedQuestionRow = InferEntity<typeof SavedQuestion>;

/** What a saved question was. */
export const SavedQuestionRevision = defineEntity({
  name: 'SavedQuestionRevision',
  tableName: 'saved_question_revision',
  properties: {
    id: id(),
    questionId: () => reference(SavedQuestion, 'saved_question_revision', 'question_id').deleteRule('cascade'),
    number: p.integer(),
    name: p.text(),
    query: p.json<Query>(),
    changedById: p.uuid(),
    changedAt: timestamp(),
  },
  uniques: [{ name: 'saved_question_revision_number_unique', properties: ['questionId', 'number'] }],
});
