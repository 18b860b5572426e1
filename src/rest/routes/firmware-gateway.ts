import { getCurrentInstallation, reportInstallation } from '../../domain/installations/index.ts';
import { getLatestFirmware } from '../../domain/offers/index.ts';
import { get, post, routes } from '../route.ts';

/** What devices ask about firmware, and report of it, with a proof. */
export const firmwareGatewayRoutes = routes('/v1/firmware', [
  get('/latest', 200, getLatestFirmware),
  get('/installations/current', 200, getCurrentInstallation),
  post('/report', 201, reportInstallation),
]);
