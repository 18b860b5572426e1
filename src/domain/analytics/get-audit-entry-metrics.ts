import { auditQuestions } from '../../persistence/analytics/event-datasets.ts';
import { listAuditEntries } from '../audit/index.ts';
import { operation } from '../kernel/operation.ts';
import { questionsTo } from './ask-question.ts';

export const getAuditEntryMetrics = operation({
  name: 'getAuditEntryMetrics',
  summary: 'Answers a question about the audit log: metrics by dimensions and time.',
  ...questionsTo(auditQuestions, listAuditEntries),
});
