import { Type } from 'typebox';
import { SavedQuestionRecord, type StoredSavedQuestion } from '../../model/records/saved-question.ts';
import { savedQuestionList, visibleTo } from '../../persistence/questions/saved-question-list.ts';
import { anyAdmin } from '../kernel/access.ts';
import { described, fields, paging, text } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { BEYOND } from './saved-question-input.ts';
import { savedQuestionReader } from './saved-question-reads.ts';
import { questionFor } from './saved-question-rules.ts';

const Query = fields({
  search: Type.Optional(described(text(0), 'Text in the name or the description.')),
  ...paging(50, 100),
});

export const listSavedQuestions = listOperation({
  name: 'listSavedQuestions',
  summary: 'Lists saved questions, newest first: the caller’s own, and those that others share.',
  beyond: BEYOND,
  access: anyAdmin(),
  limit: 120,
  input: Query,
  record: SavedQuestionRecord,
  rows({ principal }, { search }) {
    const query = { where: [visibleTo(principal.adminId)], search };
    const view = (row: StoredSavedQuestion) => questionFor(principal, savedQuestionReader.view(row as never));
    return { list: savedQuestionList, query, view };
  },
});
