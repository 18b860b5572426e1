import { Type } from 'typebox';
import { type DataSetName, memberName } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import { SavedQuestionRecord } from '../../model/records/saved-question.ts';
import { keepRevision, lockSavedQuestion } from '../../persistence/questions/saved-question-repository.ts';
import { changesBetween } from '../kernel/changes.ts';
import { fieldProblem, validationFailed } from '../kernel/errors.ts';
import { clearable, fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';
import { EDITORS, requireChangeable } from '../kernel/shared-records.ts';
import {
  BEYOND,
  descriptionInput,
  givenQuestion,
  nameInput,
  questionInput,
  sharedInput,
  shownQuestion,
} from './saved-question-input.ts';
import { checkQuestion, inKnownTimeZone } from './saved-question-rules.ts';

const EDITABLE = ['name', 'description', 'question', 'shared'] as const;

export const updateSavedQuestion = operation({
  name: 'updateSavedQuestion',
  summary: 'Changes a saved question; only its owner or, of a shared one, a SUPER_ADMIN can. Its data set stays.',
  beyond: BEYOND,
  access: EDITORS,
  limit: 60,
  effect: 'write',
  target: 'SavedQuestion',
  takes: { revision: true },
  errors: ['INVALID_RANGE'],
  answers: SavedQuestionRecord,
  input: fields({
    name: Type.Optional(nameInput),
    description: clearable(descriptionInput),
    question: Type.Optional(questionInput),
    shared: Type.Optional(sharedInput),
  }),
  async handle({ em, now, settings, principal, call, audit, unchanged }, { id, question, ...wanted }) {
    const saved = requireChangeable('SavedQuestion', await lockSavedQuestion(em, id), principal);
    requireRevision(call, saved);
    const dataSet = saved.dataSet as DataSetName;
    const [given, query] = question ? givenQuestion(question) : [dataSet, inKnownTimeZone(saved.query)];
    const member = memberName(dataSet);
    if (given !== dataSet) {
      throw validationFailed([fieldProblem(`question.${memberName(given)}`, 'ANOTHER_LIST', { expected: member })]);
    }
    checkQuestion(dataSet, query, { now, settings, principal }, `question.${member}`);
    const viewed = () =>
      viewOf(SavedQuestionRecord, { ...saved, dataSet, question: shownQuestion(dataSet, saved.query) });
    const before = viewed();
    const asked = question ? { question: shownQuestion(dataSet, query) } : {};
    const edits = { ...wanted, ...(wanted.description === '' ? { description: null } : {}) };
    const changes = changesBetween(before, { ...before, ...edits, ...asked }, EDITABLE);
    if (Object.keys(changes).length === 0) return unchanged(before);
    Object.assign(saved, edits, question ? { query } : {}, { updatedAt: now });
    await em.flush();
    keepRevision(em, saved, principal.adminId, now);
    await em.flush();
    audit({ changes, detail: { name: saved.name } });
    return viewed();
  },
});
