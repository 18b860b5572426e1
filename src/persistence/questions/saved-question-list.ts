import { DATA_SETS, memberName } from '../../model/enums.ts';
import { SavedQuestionRecord, SavedQuestionRevisionRecord } from '../../model/records/saved-question.ts';
import { ownOrShared } from '../lists/own-or-shared.ts';
import { listOf } from '../lists/record-list.ts';
import { Source, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';

const question = new Source('saved_question', 'q');
const revision = new Source('saved_question_revision', 'v');
const questionOfRevision = new Source('saved_question', 'q', sql`q.id = ${revision}.question_id`);

const MEMBERS = trustedSql(DATA_SETS.map((name) => `when '${name}' then '${memberName(name)}'`).join(' '));

/** A question as callers give it: by its data set. */
function asGiven(of: Source, query: SqlFragment): SqlFragment {
  return sql`jsonb_build_object(case ${of}.data_set ${MEMBERS} else ${of}.data_set end, ${query})`;
}

/** Saved questions, newest first; `visibleTo` bounds it to those of an admin. */
export const savedQuestionList = listOf(SavedQuestionRecord, {
  table: question,
  columns: { question: asGiven(question, sql`${question}.query`) },
});

/** The revisions of saved questions. */
export const savedQuestionRevisionList = listOf(SavedQuestionRevisionRecord, {
  table: revision,
  joins: [questionOfRevision],
  columns: {
    dataSet: sql`${questionOfRevision}.data_set`,
    question: asGiven(questionOfRevision, sql`${revision}.query`),
  },
  defaultSort: [{ field: 'number', direction: 'DESC' }],
});

/** The admin's own questions, and those that others share. */
export function visibleTo(adminId: string): SqlFragment {
  return ownOrShared(question, adminId);
}
