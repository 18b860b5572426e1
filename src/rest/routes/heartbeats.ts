import { recordHeartbeat } from '../../domain/heartbeats/index.ts';
import { post, routes } from '../route.ts';

/** What devices call, with a proof. */
export const heartbeatRoutes = routes('/v1/devices', [post('/heartbeat', 201, recordHeartbeat)]);
