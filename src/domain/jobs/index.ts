import { earlierTime } from '../../persistence/earlier-time.ts';
import type { ScheduledJob } from '../../persistence/jobs.ts';
import { foldTallies } from '../../persistence/tallies.ts';
import { foldSaleBuyers, foldSaleHours } from '../analytics/store.ts';
import { purgeSessions, purgeSignIns } from '../auth/index.ts';
import { resampleErased } from '../customers/store.ts';
import { correctPresences, indexPastHeartbeats, keepHeartbeatPartitions, rollUpDays } from '../devices/store.ts';
import { pauseRevokedKeys } from '../firmware/index.ts';
import { expireGrants } from '../firmware/store.ts';
import { purgeExpiredKeys } from '../idempotency/store.ts';
import { pauseFailingReleases } from '../installations/index.ts';
import type { Runtime } from '../kernel/operation.ts';
import { sweepObjects } from '../objects/index.ts';
import { purgePairingChallenges } from '../pairing/index.ts';
import { purgePreorderViews } from '../preorders/index.ts';
import { failStalled } from '../stalls/index.ts';

declare module '../kernel/operation.ts' {
  interface DomainSettings {
    /** How long the history of heartbeats is kept. */
    readonly heartbeatRetentionDays: number;
    /** How long the days of devices are kept. */
    readonly deviceDayRetentionDays: number;
  }
}

type JobScope = Pick<Runtime, 'em' | 'clock' | 'keys' | 'settings' | 'storage' | 'warn'>;
type JobPool = Parameters<typeof keepHeartbeatPartitions>[0];

/**
 * The scheduled jobs.
 * @param pool connections that may run a long statement
 */
export function scheduledJobs(scope: JobScope, pool: JobPool): ScheduledJob[] {
  const earlier = () => earlierTime(scope.em(), scope.clock.now());
  const earlierScope = async () => {
    const time = await earlier();
    return { ...scope, clock: { now: () => time } };
  };
  return [
    {
      name: 'keepHeartbeatPartitions',
      cron: '7 * * * *',
      run: () => keepHeartbeatPartitions(pool, scope.clock.now(), scope.settings.heartbeatRetentionDays),
    },
    {
      name: 'indexPastHeartbeats',
      cron: '27 * * * *',
      run: () => indexPastHeartbeats(pool, scope.clock.now()),
    },
    {
      // Hourly, because the business day ends at any hour of UTC: each day is rolled up once, in the second hour after its end.
      name: 'rollUpDays',
      cron: '41 * * * *',
      run: () =>
        rollUpDays(pool, scope.clock.now(), {
          timeZone: scope.settings.businessTimeZone,
          retentionDays: scope.settings.deviceDayRetentionDays,
        }),
    },
    {
      // Long before a clock comes to the time that one showed that was ahead.
      name: 'correctPresences',
      cron: '*/5 * * * *',
      run: () => correctPresences(pool, scope.clock.now()),
    },
    { name: 'foldTallies', cron: '* * * * *', run: () => foldTallies(pool) },
    { name: 'foldSaleHours', cron: '* * * * *', run: () => foldSaleHours(pool) },
    {
      name: 'foldSaleBuyers',
      cron: '* * * * *',
      atStart: true,
      run: () => foldSaleBuyers(pool, scope.settings.businessTimeZone),
    },
    { name: 'failStalled', cron: '*/5 * * * *', run: async () => failStalled(await earlierScope()) },
    { name: 'pauseFailingReleases', cron: '* * * * *', run: () => pauseFailingReleases(scope) },
    { name: 'pauseRevokedKeys', cron: '* * * * *', run: () => pauseRevokedKeys(scope) },
    { name: 'resampleErased', cron: '13 * * * *', run: () => resampleErased(pool) },
    { name: 'purgeExpiredKeys', cron: '37 * * * *', run: async () => purgeExpiredKeys(scope.em(), await earlier()) },
    {
      name: 'purgePreorderViews',
      cron: '47 3 * * *',
      run: async () => purgePreorderViews(scope.em(), await earlier(), scope.settings.businessTimeZone),
    },
    { name: 'closeExpiredGrants', cron: '*/5 * * * *', run: () => expireGrants(scope.em(), scope.clock.now()) },
    {
      name: 'purgePairingChallenges',
      cron: '*/5 * * * *',
      run: () => purgePairingChallenges(scope.em(), scope.clock.now()),
    },
    { name: 'sweepObjects', cron: '17 2 * * *', run: async () => sweepObjects(await earlierScope()) },
    {
      name: 'purgeExpiredSessions',
      cron: '23 * * * *',
      run: () => purgeSessions(scope.em(), scope.clock.now()),
    },
    { name: 'purgeSignIns', cron: '*/10 * * * *', run: () => purgeSignIns(scope.em(), scope.clock.now()) },
  ];
}
