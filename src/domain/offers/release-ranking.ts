import { compareVersions } from '../formats/firmware-version.ts';
import type { OfferableRelease } from './offer-types.ts';

/**
 * Orders releases by which is offered first when a device may have several: those made for one device, then mandatory
 * ones that are overdue, then by security version, version and build (highest first), STABLE before BETA, the one whose
 * rollout started last, and the id, so that the order never depends on chance.
 */
export function rankReleases<R extends OfferableRelease>(releases: readonly R[], now: Date): R[] {
  return [...releases].sort(
    (one, other) =>
      Number(isTargeted(other)) - Number(isTargeted(one)) ||
      Number(isOverdue(other, now)) - Number(isOverdue(one, now)) ||
      other.securityVersion - one.securityVersion ||
      compareVersions(other.version, one.version) ||
      other.buildNumber - one.buildNumber ||
      Number(other.channel === 'STABLE') - Number(one.channel === 'STABLE') ||
      (other.rolloutStartedAt?.getTime() ?? 0) - (one.rolloutStartedAt?.getTime() ?? 0) ||
      (one.id < other.id ? -1 : 1),
  );
}

function isTargeted({ channel }: OfferableRelease): boolean {
  return channel === 'INTERNAL';
}

function isOverdue({ mandatory, mandatoryAfter }: OfferableRelease, now: Date): boolean {
  return mandatory && (mandatoryAfter === null || mandatoryAfter.getTime() <= now.getTime());
}
