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
  return lifecycle === 'REVOKED' ? conflict('RELEASE_REVOKED', 'GRANT') : undefined;
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
  const { expectedVersion, expectedBuild, expectedHardwareRevision } = expected;
  const mismatch = {
    version: release.version === expectedVersion ? undefined : 'expectedVersion',
    build: release.buildNumber === expectedBuild ? undefined : 'expectedBuild',
    releaseRevision: release.hardwareRevision === expectedHardwareRevision ? undefined : 'expectedHardwareRevision',
    deviceRevision: device.hardwareRevision === expectedHardwareRevision ? undefined : 'expectedHardwareRevision',
  };
  if (Object.values(mismatch).some((field) => field)) throw conflict('EXPECTATION_MISMATCH', 'GRANT', mismatch);
  if (!GRANT_STATUSES.includes(device.status)) {
    throw conflict('INVALID_TRANSITION', 'GRANT', { status: device.status, allowed: GRANT_STATUSES });
  }
  if (boundSerial !== undefined) throw conflict('GRANT_EXISTS', { serial: boundSerial });
}
