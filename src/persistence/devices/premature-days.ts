import type { PoolClient } from 'pg';

/** Clocks of instances and of the database differ. */
const TOLERANCE = `interval '1 minute'`;
const STATEMENT_TIMEOUT_MS = 3_600_000;

/** The days of the fleet, newest first. A premature one is not over yet, or was rolled up at a time in the future. */
const PREMATURE = `
  select starts_at as "startsAt", ends_at as "endsAt", heartbeats::int as counted,
         ends_at > least($1, now()) or rolled_up_at > now() + ${TOLERANCE} as "isPremature"
    from fleet_day order by starts_at desc`;

interface Written {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly counted: number;
  readonly isPremature: boolean;
}

/**
 * Deletes the days that were rolled up before they were over, by a clock that was ahead: later heartbeats are missing in them. They
 * are rolled up again when they are over. A day whose heartbeats were dropped meanwhile stays, with all days before it.
 * @param client in a transaction that holds the lock of the roll-up
 * @param now the time of this instance
 */
export async function deletePrematureDays(client: PoolClient, now: Date): Promise<void> {
  const { rows } = await client.query<Written>(PREMATURE, [now]);
  let from: Date | undefined;
  for (const day of rows) {
    if (!day.isPremature || !(await isStillThere(client, day))) break;
    from = day.startsAt;
  }
  if (!from) return;
  await client.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  for (const table of ['device_day', 'fleet_day_group', 'fleet_day']) {
    await client.query(`delete from ${table} where starts_at >= $1`, [from]);
  }
}

/** Whether a day has all heartbeats that it was rolled up from. */
async function isStillThere(client: PoolClient, { startsAt, endsAt, counted }: Written): Promise<boolean> {
  if (counted === 0) return true;
  const { rows } = await client.query<{ stored: number }>(
    'select count(*)::int as stored from heartbeat where received_at >= $1 and received_at < $2',
    [startsAt, endsAt],
  );
  return (rows[0]?.stored ?? 0) >= counted;
}
