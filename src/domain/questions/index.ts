export * from './operations.ts';
export { savedQuestionReader, savedQuestionRevisionReader } from './saved-question-reads.ts';
