import { customerQuestions } from '../../persistence/analytics/customers-dataset.ts';
import { listCustomers } from '../customers/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getCustomerMetrics = operation({
  name: 'getCustomerMetrics',
  summary: 'Answers a question about the customers: metrics by dimensions and time.',
  ...questionsTo(customerQuestions, listCustomers),
});
