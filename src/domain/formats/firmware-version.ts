import { FIRMWARE_VERSION } from '../../model/grammar.ts';

/**
 * The ordered part of a firmware version. A suffix (`-rc1`, `+g1f2e`) identifies a build and does not affect the order.
 */
export interface FirmwareVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** App stores allow one to three numbers with any suffix. */
const APP_VERSION = /^[vV]?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?(?![0-9])/;

/**
 * Parses a firmware version.
 * @returns undefined unless it is three dotted numbers with an optional suffix without dots
 */
export function parseVersion(text: string): FirmwareVersion | undefined {
  return FIRMWARE_VERSION.test(text) ? parseAppVersion(text) : undefined;
}

/**
 * Parses an app version; missing numbers are 0.
 * @returns undefined unless it starts with a number
 */
export function parseAppVersion(text: string): FirmwareVersion | undefined {
  const match = APP_VERSION.exec(text.trim());
  if (!match) return undefined;
  const [, major = '0', minor = '0', patch = '0'] = match;
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

/** Compares two versions by their numbers: negative if the first is older, 0 if they are equal up to the suffix. */
export function compareVersions(one: FirmwareVersion, other: FirmwareVersion): number {
  return one.major - other.major || one.minor - other.minor || one.patch - other.patch;
}

/** A version with its build number, which decides between equal versions. */
export interface FirmwareBuild {
  readonly version: FirmwareVersion;
  /** Null = unknown. */
  readonly buildNumber: number | null;
}

/**
 * True if `candidate` is certainly newer than `running`. With equal versions, the build of `running` must be known and
 * lower.
 */
export function isNewer(candidate: FirmwareBuild & { readonly buildNumber: number }, running: FirmwareBuild): boolean {
  const order = compareVersions(candidate.version, running.version);
  if (order !== 0) return order > 0;
  return running.buildNumber !== null && candidate.buildNumber > running.buildNumber;
}
