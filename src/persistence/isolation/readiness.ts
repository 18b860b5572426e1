import type { DatabaseShares } from '../../model/ports.ts';

/**
 * A check whether this instance can serve: its database takes statements, and each pool gives connections. Logs when a pool
 * becomes stuck.
 */
export function readiness(
  pingDatabase: () => Promise<boolean>,
  shares: Pick<DatabaseShares, 'stuckPools'>,
  warn: (message: string) => void,
): () => Promise<boolean> {
  let reported = '';
  return async () => {
    const stuck = shares.stuckPools().join(', ');
    if (stuck !== reported && stuck !== '') {
      warn(
        `no connection of these pools was given back for longer than statements may take: ${stuck}. Not ready until one is`,
      );
    }
    reported = stuck;
    return stuck === '' && pingDatabase();
  };
}
