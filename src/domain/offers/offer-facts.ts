import type { FirmwareChannel } from '../../model/enums.ts';
import type { ReleaseKey } from '../../model/ports.ts';
import type { AttemptRow, OfferableRow, RequesterRow } from '../../persistence/offers/offer-rows.ts';
import { isUnsignedOrTrusted } from '../firmware/index.ts';
import { parseAppVersion, parseVersion } from '../formats/firmware-version.ts';
import type { OfferableRelease, PastAttempt, Requester } from './offer-types.ts';
import { rankReleases } from './release-ranking.ts';

/** A device's request for firmware. `serial` and `currentFirmware` are signed, the rest is not. */
export interface FirmwareRequest {
  readonly serial: string;
  readonly hardwareRevision: string;
  readonly currentFirmware: string;
  readonly appVersion: string;
  readonly channel: FirmwareChannel;
}

/** The requester, for the rules. @throws Error for a version that does not have the form of the input */
export function requesterOf(row: RequesterRow, request: FirmwareRequest): Requester {
  const version = parseVersion(request.currentFirmware);
  if (!version) throw new Error('an unparseable firmware version passed validation');
  const { seenVersion, seenBuildNumber, runningSecurityVersion, attempts, ...registered } = row;
  return {
    ...registered,
    running: {
      version,
      buildNumber: seenVersion === request.currentFirmware ? seenBuildNumber : null,
      securityVersion: runningSecurityVersion ?? 0,
    },
    request: {
      hardwareRevision: request.hardwareRevision,
      appVersion: parseAppVersion(request.appVersion),
      channel: request.channel,
    },
    attempts: attempts.map(attemptOf),
  };
}

function attemptOf({ finishedMs, retryMs, createdMs, updatedMs, ...attempt }: AttemptRow): PastAttempt {
  return {
    ...attempt,
    finishedAt: finishedMs === null ? null : new Date(finishedMs),
    retryAt: retryMs === null ? null : new Date(retryMs),
    createdAt: new Date(createdMs),
    updatedAt: new Date(updatedMs),
  };
}

/** A release for the rules, with the revision that names its content. */
export interface RankedRelease extends OfferableRelease {
  readonly revision: number;
}

interface Ranked {
  readonly keys: readonly ReleaseKey[];
  readonly releases: readonly RankedRelease[];
  /** The ranking is valid until the next time at which a mandatory release becomes overdue, Unix milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The releases of one reading, which many devices share, are made ready for the rules once. */
const ranked = new WeakMap<readonly OfferableRow[], Ranked>();

/** The releases for the rules, ranked. What has a version that cannot be compared is left out. */
export function releasesOf(
  rows: readonly OfferableRow[],
  keys: readonly ReleaseKey[],
  now: Date,
): readonly RankedRelease[] {
  const nowMs = now.getTime();
  const cached = ranked.get(rows);
  if (cached && cached.keys === keys && nowMs >= cached.fromMs && nowMs < cached.untilMs) return cached.releases;
  const releases = rankReleases(
    rows.flatMap((row) => releaseOf(row, keys) ?? []),
    now,
  );
  const turns = releases.flatMap(({ mandatoryAfter }) => mandatoryAfter?.getTime() ?? []).filter((ms) => ms > nowMs);
  ranked.set(rows, { keys, releases, fromMs: nowMs, untilMs: Math.min(...turns, Number.POSITIVE_INFINITY) });
  return releases;
}

function releaseOf(row: OfferableRow, keys: readonly ReleaseKey[]): RankedRelease | undefined {
  const { version: text, minFromVersion, minAppVersion, signedBy, ...rest } = row;
  const version = parseVersion(text);
  if (!version) return undefined;
  return {
    ...rest,
    version,
    minFromVersion: minFromVersion === null ? null : (parseVersion(minFromVersion) ?? null),
    minAppVersion: minAppVersion === null ? null : (parseAppVersion(minAppVersion) ?? null),
    keysRevoked: !isUnsignedOrTrusted(signedBy, keys),
  };
}
