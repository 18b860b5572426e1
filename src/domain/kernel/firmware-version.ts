import { FIRMWARE_VERSION } from '../../model/grammar.ts';

/** A firmware version as it is ordered. What follows the three numbers (`-rc1`, `+g1f2e`) names a build, not an order. */
export interface FirmwareVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** An app's version comes from a store, which asks for less: one to three numbers, and whatever follows them. */
const APP_VERSION = /^[vV]?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?(?![0-9])/;

/** @returns undefined for what is no version of firmware: three dotted numbers, and a suffix without dots */
export function parseVersion(text: string): FirmwareVersion | undefined {
  return FIRMWARE_VERSION.test(text) ? parseAppVersion(text) : undefined;
}

/** @returns undefined for what does not begin with a number; numbers that are not given are 0 */
export function parseAppVersion(text: string): FirmwareVersion | undefined {
  const match = APP_VERSION.exec(text.trim());
  if (!match) return undefined;
  const [, major = '0', minor = '0', patch = '0'] = match;
  return { major: Number(major), minor: Number(minor), patch: Number(patch) };
}

/** Orders two versions by their numbers: negative when the first is older, 0 when they differ by the suffix at most. */
export function compareVersions(one: FirmwareVersion, other: FirmwareVersion): number {
  return one.major - other.major || one.minor - other.minor || one.patch - other.patch;
}

/** A version and the build of it, as they are compared: the build decides between equal versions. */
export interface FirmwareBuild {
  readonly version: FirmwareVersion;
  /** Null when it is not known which build it is. */
  readonly buildNumber: number | null;
}

/**
 * Whether `candidate` is certainly newer than `running`. Of the same version only a build that is known to be higher is.
 */
export function isNewer(candidate: FirmwareBuild & { readonly buildNumber: number }, running: FirmwareBuild): boolean {
  const order = compareVersions(candidate.version, running.version);
  if (order !== 0) return order > 0;
  return running.buildNumber !== null && candidate.buildNumber > running.buildNumber;
}
