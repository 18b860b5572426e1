import { claimCodeQuestions } from '../../persistence/analytics/event-datasets.ts';
import { listClaimCodes } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getClaimCodeMetrics = operation({
  name: 'getClaimCodeMetrics',
  summary: 'Answers a question about the claim codes: metrics by dimensions and time.',
  ...questionsTo(claimCodeQuestions, listClaimCodes),
});
