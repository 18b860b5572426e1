import { deviceEventQuestions } from '../../persistence/analytics/event-datasets.ts';
import { listDeviceEvents } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getDeviceEventMetrics = operation({
  name: 'getDeviceEventMetrics',
  summary: 'Answers a question about the changes of devices: metrics by dimensions and time.',
  ...questionsTo(deviceEventQuestions, listDeviceEvents),
});
