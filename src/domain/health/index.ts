export * from './operations.ts';
export { sharedAnswer } from './shared-answer.ts';
