import type { Route } from './route.ts';
import { authRoutes } from './routes/auth.ts';
import { deviceGatewayRoutes } from './routes/device-gateway.ts';
import { healthRoutes } from './routes/health.ts';
import { teamRoutes } from './routes/team.ts';

/** Every row of the REST door, room by room. Fixed paths stand before `:id` in each room's table. */
export const table: readonly Route[] = [...healthRoutes, ...authRoutes, ...teamRoutes, ...deviceGatewayRoutes];
