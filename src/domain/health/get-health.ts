import { everyone } from '../kernel/access.ts';
import { NoInput } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';

/** Answers 200 in every case once the service is ready: `degraded` says that something behind the API is down. */
export const getHealth = operation({
  name: 'getHealth',
  access: everyone(),
  limit: 120,
  limitedByInstance: true,
  effect: 'read',
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
