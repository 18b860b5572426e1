import { preorderQuestions } from '../../persistence/analytics/preorder-datasets.ts';
import { operation } from '../kernel/operation.ts';
import { listPreorders } from '../preorders/index.ts';
import { questionsTo } from './ask-question.ts';

export const getPreorderMetrics = operation({
  name: 'getPreorderMetrics',
  summary: 'Answers a question about preorders and the visits before them: metrics by dimensions and time.',
  ...questionsTo(preorderQuestions, listPreorders),
});
