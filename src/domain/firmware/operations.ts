export { getRelease } from './get-release.ts';
export { inspectPackage } from './inspect-package.ts';
export { issueMaintenanceGrant } from './issue-maintenance-grant.ts';
export { listPackageDevices } from './list-package-devices.ts';
export { listReleases } from './list-releases.ts';
export { setReleaseLifecycle } from './set-release-lifecycle.ts';
export { uploadLegacyRelease } from './upload-legacy-release.ts';
export { uploadPackage } from './upload-package.ts';
