export { askSavedQuestion } from './ask-saved-question.ts';
export { createSavedQuestion } from './create-saved-question.ts';
export { deleteSavedQuestion } from './delete-saved-question.ts';
export { getSavedQuestion } from './get-saved-question.ts';
export { listSavedQuestions } from './list-saved-questions.ts';
export { updateSavedQuestion } from './update-saved-question.ts';
