import { fleetDayQuestions } from '../../persistence/analytics/fleet-days-dataset.ts';
import { listHeartbeats } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getFleetDayMetrics = operation({
  name: 'getFleetDayMetrics',
  summary: 'Answers a question about the days of the fleet: metrics by dimensions and time.',
  ...questionsTo(fleetDayQuestions, listHeartbeats),
});
