import {
  getRelease,
  inspectPackage,
  issueMaintenanceGrant,
  listPackageDevices,
  listReleases,
  setReleaseLifecycle,
  uploadLegacyRelease,
  uploadPackage,
} from '../../domain/firmware/index.ts';
import { interruptInstallation, reconcileInstallation } from '../../domain/installations/index.ts';
import { get, patch, post, postForm, routes } from '../route.ts';

export const firmwareRoutes = routes('/v1/admin/firmware', [
  get('', 200, listReleases),
  postForm('', 201, uploadLegacyRelease),
  get('/package-devices', 200, listPackageDevices),
  postForm('/packages/inspect', 201, inspectPackage),
  postForm('/packages', 201, uploadPackage),
  post('/installations/:installationId/reconcile', 201, reconcileInstallation),
  post('/installations/:installationId/interruption', 201, interruptInstallation),
  get('/:id', 200, getRelease),
  patch('/:id/lifecycle', 200, setReleaseLifecycle),
  post('/:id/maintenance-grant', 201, issueMaintenanceGrant),
]);
