import type { Route } from './route.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { claimCodeRoutes } from './routes/claim-codes.ts';
import { customerRoutes } from './routes/customers.ts';
import { deviceGatewayRoutes } from './routes/device-gateway.ts';
import { deviceRoutes } from './routes/devices.ts';
import { firmwareRoutes } from './routes/firmware.ts';
import { firmwareGatewayRoutes } from './routes/firmware-gateway.ts';
import { healthRoutes } from './routes/health.ts';
import { inventoryRoutes } from './routes/inventory.ts';
import { pairingRoutes } from './routes/pairing.ts';
import { preorderRoutes } from './routes/preorders.ts';
import { salesRoutes } from './routes/sales.ts';
import { serviceAccountRoutes } from './routes/service-accounts.ts';
import { settingsRoutes } from './routes/settings.ts';
import { teamRoutes } from './routes/team.ts';

/** Every REST route, by module. In each table, fixed paths come before `:id`. */
export const table: readonly Route[] = [
  ...healthRoutes,
  ...authRoutes,
  ...analyticsRoutes,
  ...teamRoutes,
  ...serviceAccountRoutes,
  ...deviceGatewayRoutes,
  ...pairingRoutes,
  ...firmwareGatewayRoutes,
  ...firmwareRoutes,
  ...inventoryRoutes,
  ...deviceRoutes,
  ...claimCodeRoutes,
  ...customerRoutes,
  ...salesRoutes,
  ...preorderRoutes,
  ...settingsRoutes,
  ...auditRoutes,
];
