import { SavedQuestionRecord, SavedQuestionRevisionRecord } from '../../model/records/saved-question.ts';
import { ownOrShared } from '../lists/own-or-shared.ts';
import { listOf } from '../lists/record-list.ts';
import { Source, type SqlFragment, sql } from '../sql/sql.ts';

const question = new Source('saved_question', 'q');
const revision = new Source('saved_question_revision', 'v');
const questionOfRevision = new Source('saved_question', 'q', sql`q.id = ${revision}.question_id`);

/** Saved questions, newest first; `visibleTo` bounds it to those of an admin. */
export const savedQuestionList = listOf(SavedQuestionRecord, { table: question });

/** The revisions of saved questions. */
export const savedQuestionRevisionList = listOf(SavedQuestionRevisionRecord, {
  table: revision,
  joins: [questionOfRevision],
  columns: { dataSet: sql`${questionOfRevision}.data_set` },
  defaultSort: [{ field: 'number', direction: 'DESC' }],
});

/** The admin's own questions, and those that others share. */
export function visibleTo(adminId: string): SqlFragment {
  return ownOrShared(question, adminId);
}
