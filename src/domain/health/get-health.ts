import { HealthRecord } from '../../model/records/health.ts';
import { everyone } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

export const getHealth = operation({
  name: 'getHealth',
  summary: 'Reports whether the service and what it depends on work; the status code is 200 even when it is degraded.',
  access: everyone(),
  limit: 120,
  counted: { byInstance: true },
  effect: 'read',
  answers: HealthRecord,
  input: NoInput,
  async handle({ runtime, now }) {
    const [database, objectStorage] = await Promise.all([runtime.pingDatabase(), runtime.pingStorage()]);
    return {
      status: database && objectStorage ? ('ok' as const) : ('degraded' as const),
      checks: { api: true, database, objectStorage },
      timestamp: now,
    };
  },
});
