import { Type } from 'typebox';
import { memberName } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import { SavedQuestionRecord } from '../../model/records/saved-question.ts';
import { SavedQuestion } from '../../persistence/questions/saved-question.entity.ts';
import { keepRevision } from '../../persistence/questions/saved-question-repository.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { EDITORS } from '../kernel/shared-records.ts';
import {
  BEYOND,
  descriptionInput,
  givenQuestion,
  nameInput,
  questionInput,
  sharedInput,
  shownQuestion,
} from './saved-question-input.ts';
import { checkQuestion } from './saved-question-rules.ts';

export const createSavedQuestion = operation({
  name: 'createSavedQuestion',
  summary: 'Saves a question that the caller may ask; private unless it is shared.',
  beyond: BEYOND,
  access: EDITORS,
  limit: 60,
  effect: 'write',
  errors: ['INVALID_RANGE'],
  answers: SavedQuestionRecord,
  input: fields({
    name: nameInput,
    description: Type.Optional(descriptionInput),
    question: questionInput,
    shared: Type.Optional({ ...sharedInput, default: false }),
  }),
  async handle({ em, now, settings, principal, audit }, { name, description, question, shared = false }) {
    const [dataSet, query] = givenQuestion(question);
    checkQuestion(dataSet, query, { now, settings, principal }, `question.${memberName(dataSet)}`);
    const saved = em.create(SavedQuestion, {
      name,
      description: description || null,
      dataSet,
      query,
      shared,
      ownerId: principal.adminId,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    keepRevision(em, saved, principal.adminId, now);
    await em.flush();
    audit({ target: { kind: 'SavedQuestion', id: saved.id }, detail: { name, dataSet, shared } });
    return viewOf(SavedQuestionRecord, { ...saved, dataSet, question: shownQuestion(dataSet, query) });
  },
});
