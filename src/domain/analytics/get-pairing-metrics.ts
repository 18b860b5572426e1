import { pairingQuestions } from '../../persistence/analytics/event-datasets.ts';
import { getDevice } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getPairingMetrics = operation({
  name: 'getPairingMetrics',
  summary: 'Answers a question about the pairings of companion apps: metrics by dimensions and time.',
  ...questionsTo(pairingQuestions, getDevice),
});
