import { salesQuestions } from '../../persistence/analytics/sales-dataset.ts';
import { operation } from '../kernel/operation.ts';
import { listSales } from '../sales/index.ts';
import { questionsTo } from './ask-question.ts';

export const getSalesMetrics = operation({
  name: 'getSalesMetrics',
  summary: 'Answers a question about sales: metrics by dimensions and time.',
  ...questionsTo(salesQuestions, listSales),
});
