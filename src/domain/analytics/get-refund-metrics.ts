import { refundQuestions } from '../../persistence/analytics/refunds-dataset.ts';
import { operation } from '../kernel/operation.ts';
import { listRefunds } from '../sales/index.ts';
import { questionsTo } from './ask-question.ts';

export const getRefundMetrics = operation({
  name: 'getRefundMetrics',
  summary: 'Answers a question about refunds: metrics by dimensions and time.',
  ...questionsTo(refundQuestions, listRefunds),
});
