import { SavedQuestionRecord, SavedQuestionRevisionRecord } from '../../model/records/saved-question.ts';
import { listOf } from '../lists/record-list.ts';
import { type SqlFragment, sql } from '../sql/sql.ts';

/** Saved questions, newest first; `visibleTo` bounds it to those of an admin. */
export const savedQuestionList = listOf(SavedQuestionRecord, { table: 'saved_question q', alias: 'q' });

/** The revisions of saved questions. */
export const savedQuestionRevisionList = listOf(SavedQuestionRevisionRecord, {
  table: 'saved_question_revision v',
  joins: 'left join saved_question q on q.id = v.question_id',
  alias: 'v',
  columns: { dataSet: 'q.data_set' },
  defaultSort: [{ field: 'number', direction: 'DESC' }],
});

/** The admin's own questions, and those that others share. */
export function visibleTo(adminId: string): SqlFragment {
  return sql`q.shared or q.owner_id = ${adminId}::uuid`;
}
