import type { Operation } from '../kernel/operation.ts';
import { getRelease } from './get-release.ts';
import { inspectPackage } from './inspect-package.ts';
import { issueMaintenanceGrant } from './issue-maintenance-grant.ts';
import { listPackageDevices } from './list-package-devices.ts';
import { listReleases } from './list-releases.ts';
import { setReleaseLifecycle } from './set-release-lifecycle.ts';
import { uploadLegacyRelease } from './upload-legacy-release.ts';
import { uploadPackage } from './upload-package.ts';

export { closeExpiredGrants, grantReader } from './grant-reads.ts';
export type { InspectionView } from './inspection-view.ts';
export { pauseRelease } from './pause-release.ts';
export { pauseRevokedKeys } from './pause-revoked-keys.ts';
export { releaseActions } from './release-actions.ts';
export { readReleaseCounts, readReleaseStats, releaseEventReader, releaseReader } from './release-reads.ts';
export { RELEASE_TRANSITIONS, SYSTEM } from './release-rules.ts';
export type { ReleaseDetailView, ReleaseView } from './release-view.ts';
export { isUnsignedOrTrusted } from './signer-rules.ts';
export {
  getRelease,
  inspectPackage,
  issueMaintenanceGrant,
  listPackageDevices,
  listReleases,
  setReleaseLifecycle,
  uploadLegacyRelease,
  uploadPackage,
};

/** The operations of the module, for the catalog. */
export const firmwareOperations: readonly Operation[] = [
  listReleases,
  uploadLegacyRelease,
  listPackageDevices,
  inspectPackage,
  uploadPackage,
  getRelease,
  setReleaseLifecycle,
  issueMaintenanceGrant,
];
