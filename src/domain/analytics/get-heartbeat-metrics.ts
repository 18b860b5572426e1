import { heartbeatQuestions } from '../../persistence/analytics/event-datasets.ts';
import { listHeartbeats } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getHeartbeatMetrics = operation({
  name: 'getHeartbeatMetrics',
  summary: 'Answers a question about heartbeats of a few days: metrics by dimensions and time.',
  ...questionsTo(heartbeatQuestions, listHeartbeats),
});
