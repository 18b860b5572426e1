import { fleetDayQuestions } from '../../persistence/analytics/fleet-days-dataset.ts';
import { listHeartbeats } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getFleetDayMetrics = operation({
  name: 'getFleetDayMetrics',
  summary: 'Answers a question about what was heard of the fleet day by day: metrics by dimensions and time.',
  ...questionsTo(fleetDayQuestions, listHeartbeats),
});
