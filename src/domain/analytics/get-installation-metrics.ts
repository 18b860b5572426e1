import { installationQuestions } from '../../persistence/analytics/installations-dataset.ts';
import { listInstallations } from '../installations/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getInstallationMetrics = operation({
  name: 'getInstallationMetrics',
  summary: 'Answers a question about installations of firmware: metrics by dimensions and time.',
  ...questionsTo(installationQuestions, listInstallations),
});
