import { DeletedSavedQuestionRecord } from '../../model/records/saved-question.ts';
import { lockSavedQuestion } from '../../persistence/questions/saved-question-repository.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { EDITORS, requireChangeable } from '../kernel/shared-records.ts';
import { BEYOND } from './saved-question-input.ts';

export const deleteSavedQuestion = operation({
  name: 'deleteSavedQuestion',
  summary: 'Deletes a saved question with its revisions; only its owner or, of a shared one, a SUPER_ADMIN can.',
  beyond: BEYOND,
  access: EDITORS,
  limit: 60,
  effect: 'write',
  target: 'SavedQuestion',
  takes: { revision: true },
  answers: DeletedSavedQuestionRecord,
  input: NoInput,
  async handle({ em, principal, call, audit }, { id }) {
    const saved = requireChangeable('SavedQuestion', await lockSavedQuestion(em, id), principal);
    requireRevision(call, saved);
    const { name, dataSet, shared } = saved;
    em.remove(saved);
    await em.flush();
    audit({ detail: { name, dataSet, shared } });
    return { id, deleted: true };
  },
});
