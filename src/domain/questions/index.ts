import { askSavedQuestion } from './ask-saved-question.ts';
import { createSavedQuestion } from './create-saved-question.ts';
import { deleteSavedQuestion } from './delete-saved-question.ts';
import { getSavedQuestion } from './get-saved-question.ts';
import { listSavedQuestions } from './list-saved-questions.ts';
import { updateSavedQuestion } from './update-saved-question.ts';

export { savedQuestionReader, savedQuestionRevisionReader } from './saved-question-reads.ts';
export {
  askSavedQuestion,
  createSavedQuestion,
  deleteSavedQuestion,
  getSavedQuestion,
  listSavedQuestions,
  updateSavedQuestion,
};

/** The operations of the module, for the catalog. */
export const questionOperations = [
  listSavedQuestions,
  getSavedQuestion,
  createSavedQuestion,
  updateSavedQuestion,
  deleteSavedQuestion,
  askSavedQuestion,
];
