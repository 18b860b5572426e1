import { askSavedQuestion, getSavedQuestion, listSavedQuestions } from '../../domain/questions/index.ts';
import { AnalyticsTableRecord } from '../../model/records/analytics-table.ts';
import { SavedQuestionRecord } from '../../model/records/saved-question.ts';
import { connectionOf } from '../schema/connection.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

const SavedQuestionType = objectTypeOf(SavedQuestionRecord, {
  // The data set and the question decide who may see it.
  question: ['question', 'dataSet'],
});

export const questionFields = [
  operationField(
    listSavedQuestions,
    connectionOf('SavedQuestion', () => SavedQuestionType),
  ),
  operationField(getSavedQuestion, SavedQuestionType),
  operationField(askSavedQuestion, objectTypeOf(AnalyticsTableRecord)),
];
