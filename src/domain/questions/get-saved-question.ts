import { anyAdmin } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { BEYOND } from './saved-question-input.ts';
import { readSavedQuestion } from './saved-question-reads.ts';
import { questionFor } from './saved-question-rules.ts';

export const getSavedQuestion = operation({
  name: 'getSavedQuestion',
  summary: 'Returns one saved question: the caller’s own, or a shared one.',
  beyond: BEYOND,
  access: anyAdmin(),
  limit: 120,
  effect: 'read',
  target: 'SavedQuestion',
  input: NoInput,
  async handle({ em, now, principal }, { id }) {
    return questionFor(principal, await readSavedQuestion(em, id, now, principal));
  },
});
