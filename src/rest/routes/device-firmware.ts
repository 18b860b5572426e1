import { getCurrentInstallation, reportInstallation } from '../../domain/installations/index.ts';
import { getLatestFirmware } from '../../domain/offers/index.ts';
import { get, post, routes } from '../route.ts';

/** Devices ask for firmware and report its installation, each call with a proof. */
export const deviceFirmwareRoutes = routes('/v1/firmware', [
  get('/latest', 200, getLatestFirmware),
  get('/installations/current', 200, getCurrentInstallation),
  post('/report', 201, reportInstallation),
]);
