import { type Lamp, OLD_VERSION } from './lamp.ts';
import { isOpen, type MemoryStore, type StoredRow } from './memory-store.ts';
import { DAY_MS } from './world.ts';

/** A lamp or an installation without a sign of life in this time is silent. */
const RECENT_MS = 2 * DAY_MS;

/** What has to be true of every lamp at the end of a world, when all that can come back have come back. */
export function checkEnd(
  lamps: readonly Lamp[],
  store: MemoryStore,
  now: Date,
  violate: (rule: string, what: string) => void,
): void {
  for (const lamp of lamps) {
    const rows = store.rowsOf(lamp.id);
    const status = store.devices.get(lamp.id)?.status;
    const { member, version, activity, reason } = lamp;
    const shown = `${lamp.id} (${[member.manner, status, version(), activity(), reason()].join(', ')}) ${rows.map(textOf).join('; ')}`;
    const isInService = status === 'ACTIVE';
    const isHere = isInService && !lamp.isGone();
    for (const row of rows.filter(isOpen)) {
      if (!isInService) violate('NOTHING_OPEN_OUT_OF_SERVICE', shown);
      else if (isStranded(row, lamp, isHere)) violate('NOTHING_OPEN_FOR_EVER', shown);
    }
    if (!isHere) continue;
    if (isMissing(lamp)) violate('WHO_RETURNS_IS_UPDATED', shown);
    const newest = rows.at(-1);
    const isSuccess = newest?.status === 'SUCCESS' && newest.verification !== 'CONTRADICTED';
    if (isSuccess && versionOf(newest) !== lamp.version()) violate('SUCCESS_MEANS_IT_RUNS', shown);
    const isProven = rows.some((row) => row.status === 'SUCCESS' && versionOf(row) === lamp.version());
    if (lamp.version() !== OLD_VERSION && !isProven) violate('RUNNING_MEANS_SUCCESS', shown);
  }

  function versionOf({ releaseId }: StoredRow): string {
    return store.releases.get(releaseId)?.version ?? '';
  }

  /** Open without a sign of life: of a lamp that is away it has to be shown as stuck; a lamp that is here has to go on. */
  function isStranded(row: StoredRow, lamp: Lamp, isHere: boolean): boolean {
    const lastSign = row.lastReportAt ?? row.updatedAt;
    if (now.getTime() - lastSign.getTime() <= RECENT_MS) return false;
    // A look-up from before may have made an offer that a lamp with newer firmware has no use for.
    const isOfUse = versionOf(row) > lamp.version();
    return row.stuckSince === null || (isHere && isOfUse && lamp.member.manner === 'USUAL');
  }

  /** It could run the newest release and does not. */
  function isMissing(lamp: Lamp): boolean {
    const rolling = [...store.releases.values()].findLast(({ lifecycle }) => lifecycle === 'ROLLING_OUT');
    const isUsual = lamp.member.manner === 'USUAL' && lamp.harm() === null;
    return rolling !== undefined && isUsual && lamp.version() < rolling.version;
  }
}

export function textOf({ id, attempt, status, lastReportAt, updatedAt, ...row }: StoredRow): string {
  const { failureReason, closedReason, failureCode, verification, stuckSince } = row;
  const more = [failureReason, closedReason, failureCode, verification, stuckSince && 'stuck']
    .filter(Boolean)
    .join(' ');
  return `${id} #${attempt} ${status} ${more} ${(lastReportAt ?? updatedAt).toISOString()}`;
}
