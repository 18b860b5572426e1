import { preorderEventQuestions } from '../../persistence/analytics/event-datasets.ts';
import { operation } from '../kernel/operation.ts';
import { getPreorder } from '../preorders/index.ts';
import { questionsTo } from './ask-question.ts';

export const getPreorderEventMetrics = operation({
  name: 'getPreorderEventMetrics',
  summary: 'Answers a question about the histories of preorders: metrics by dimensions and time.',
  ...questionsTo(preorderEventQuestions, getPreorder),
});
