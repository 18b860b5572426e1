import type { DeviceStatus, FirmwareLifecycle } from '../../model/enums.ts';
import { conflict, type DomainError, throwIf } from '../kernel/errors.ts';

/** Lifetime of a grant in milliseconds: short, because an offline board cannot learn of a revocation. */
export const GRANT_LIFETIME_MS = 15 * 60_000;

/** A device on the bench, or on its way there, can get an identity; the same statuses as for envelopes. */
const GRANT_STATUSES: readonly DeviceStatus[] = ['INVENTORY', 'READY', 'REPAIR', 'RETURNED'];

/** The caller's expectations of the board. */
export interface GrantExpectations {
  readonly expectedVersion: string;
  readonly expectedBuild: number;
  readonly expectedHardwareRevision: string;
}

/** The error of a grant for a release in this state: 409 RELEASE_REVOKED. */
export function grantError(lifecycle: FirmwareLifecycle): DomainError | undefined {
  if (lifecycle !== 'REVOKED') return undefined;
  return conflict(
    'RELEASE_REVOKED',
    'Cannot issue a maintenance grant: the release is revoked. First install another release on the board.',
  );
}

/**
 * A board may get an identity if it runs exactly this release, the release is not revoked, and the device is in one of
 * GRANT_STATUSES.
 * @param boundSerial the serial of another device whose identity the board already has
 * @throws DomainError 409 RELEASE_REVOKED, EXPECTATION_MISMATCH naming the field, INVALID_TRANSITION, GRANT_EXISTS
 */
export function requireGrantAllowed(
  release: {
    readonly lifecycle: FirmwareLifecycle;
    readonly version: string;
    readonly buildNumber: number;
    readonly hardwareRevision: string;
  },
  device: { readonly status: DeviceStatus; readonly hardwareRevision: string },
  expected: GrantExpectations,
  boundSerial: string | undefined,
): void {
  throwIf(grantError(release.lifecycle));
  const mismatch = [
    ...(release.version === expected.expectedVersion
      ? []
      : ['expectedVersion does not match the version of this release']),
    ...(release.buildNumber === expected.expectedBuild
      ? []
      : ['expectedBuild does not match the build of this release']),
    ...(release.hardwareRevision === expected.expectedHardwareRevision
      ? []
      : ['expectedHardwareRevision does not match the hardware revision of this release']),
    ...(device.hardwareRevision === expected.expectedHardwareRevision
      ? []
      : ['expectedHardwareRevision does not match the hardware revision of the device']),
  ];
  if (mismatch.length > 0) throw conflict('EXPECTATION_MISMATCH', `${mismatch.join('; ')}.`);
  if (!GRANT_STATUSES.includes(device.status)) {
    throw conflict(
      'INVALID_TRANSITION',
      `Cannot issue a maintenance grant: the device is ${device.status} (allowed: ${GRANT_STATUSES.join(', ')}).`,
    );
  }
  if (boundSerial !== undefined) {
    throw conflict(
      'GRANT_EXISTS',
      `The board with this MAC already has the identity of ${boundSerial} from an earlier grant.`,
    );
  }
}
