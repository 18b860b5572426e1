import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { SavedQuestion, SavedQuestionRevision, type SavedQuestionRow } from './saved-question.entity.ts';

/** Locks a question for update until the transaction ends. */
export async function lockSavedQuestion(em: EntityManager, id: string): Promise<SavedQuestionRow | null> {
  return em.findOne(SavedQuestion, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Stores the current state of a question as a revision; the question must be flushed. */
export function keepRevision(
  em: EntityManager,
  question: SavedQuestionRow,
  changedById: string,
  changedAt: Date,
): void {
  const { id: questionId, revision: number, name, query } = question;
  em.create(SavedQuestionRevision, { questionId, number, name, query, changedById, changedAt });
}
