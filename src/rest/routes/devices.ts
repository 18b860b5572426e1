import {
  getDevice,
  issueProvisioningEnvelope,
  listDevices,
  resetClaim,
  setDeviceStatus,
  transferDevice,
} from '../../domain/devices/index.ts';
import { get, patch, post, routes } from '../route.ts';

export const deviceRoutes = routes('/v1/admin/devices', [
  get('', 200, listDevices),
  get('/:id', 200, getDevice),
  patch('/:id/status', 200, setDeviceStatus),
  post('/:id/claim/reset', 201, resetClaim),
  post('/:id/transfer', 201, transferDevice),
  post('/:id/provisioning-envelope', 201, issueProvisioningEnvelope),
]);
