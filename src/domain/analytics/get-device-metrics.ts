import { deviceQuestions } from '../../persistence/analytics/device-datasets.ts';
import { listDevices } from '../devices/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getDeviceMetrics = operation({
  name: 'getDeviceMetrics',
  summary: 'Answers a question about the devices as they are now: metrics by dimensions and time.',
  ...questionsTo(deviceQuestions, listDevices),
});
