import type { EntityManager } from '@mikro-orm/postgresql';
import type { View } from '../../model/record.ts';
import {
  SavedQuestionRecord,
  SavedQuestionRevisionRecord,
  type SavedQuestionView,
} from '../../model/records/saved-question.ts';
import { savedQuestionList, savedQuestionRevisionList } from '../../persistence/questions/saved-question-list.ts';
import type { AdminPrincipal } from '../kernel/access.ts';
import { requireVisible } from '../kernel/shared-records.ts';
import { reader, readRecords } from '../reader.ts';
import { questionFor } from './saved-question-rules.ts';

export const savedQuestionReader = {
  ...reader(SavedQuestionRecord, savedQuestionList),
  shownTo: questionFor<SavedQuestionView>,
};
export const savedQuestionRevisionReader = {
  ...reader(SavedQuestionRevisionRecord, savedQuestionRevisionList),
  shownTo: questionFor<View<typeof SavedQuestionRevisionRecord>>,
};

/** One question that is visible to the admin. @throws DomainError 404 SAVED_QUESTION_NOT_FOUND */
export async function readSavedQuestion(
  em: EntityManager,
  id: string,
  now: Date,
  principal: Pick<AdminPrincipal, 'adminId'>,
): Promise<SavedQuestionView> {
  const [found] = await readRecords(savedQuestionReader, em, [id], now);
  return requireVisible('SavedQuestion', found as SavedQuestionView | undefined, principal);
}
