import { HEALTH_STATUSES } from '../enums.ts';
import { answer, boolean, oneOf, part, time } from '../record.ts';

const HealthChecksRecord = answer('HealthChecks', 'The dependencies of the service, and whether each works.', {
  api: boolean('Always true: the service answers.'),
  database: boolean('Whether the database executes statements.'),
  objectStorage: boolean('Whether the storage of firmware images answers.'),
});

export const HealthRecord = answer('Health', 'Whether the service and what it depends on work.', {
  status: oneOf('HealthStatus', HEALTH_STATUSES, 'Whether all checks are true.'),
  checks: part(HealthChecksRecord, 'The checks.'),
  timestamp: time('When they were made.'),
});
