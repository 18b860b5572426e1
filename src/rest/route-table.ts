import type { Route } from './route.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { auditRoutes } from './routes/audit.ts';
import { authRoutes } from './routes/auth.ts';
import { claimCodeRoutes } from './routes/claim-codes.ts';
import { customerRoutes } from './routes/customers.ts';
import { deviceFirmwareRoutes } from './routes/device-firmware.ts';
import { deviceRoutes } from './routes/devices.ts';
import { firmwareRoutes } from './routes/firmware.ts';
import { healthRoutes } from './routes/health.ts';
import { heartbeatRoutes } from './routes/heartbeats.ts';
import { inventoryRoutes } from './routes/inventory.ts';
import { pairingRoutes } from './routes/pairing.ts';
import { preorderRoutes } from './routes/preorders.ts';
import { salesRoutes } from './routes/sales.ts';
import { serviceAccountRoutes } from './routes/service-accounts.ts';
import { settingsRoutes } from './routes/settings.ts';
import { teamRoutes } from './routes/team.ts';

/** Routes that belong together. */
export interface RouteGroup {
  readonly name: string;
  /** A sentence for the API documentation. */
  readonly description: string;
  readonly routes: readonly Route[];
}

/** The routes of the operations, by module. In each group, and among them, fixed paths come before `:id`. */
export const groups: readonly RouteGroup[] = [
  { name: 'Health', description: 'Whether the service works.', routes: healthRoutes },
  { name: 'Sign-in', description: 'Sessions and passwords of admins.', routes: authRoutes },
  { name: 'Analytics', description: 'Figures of the business.', routes: analyticsRoutes },
  { name: 'Team', description: 'The admins and their roles.', routes: teamRoutes },
  {
    name: 'Service accounts',
    description: 'Tokens for scripts, with a role and an end.',
    routes: serviceAccountRoutes,
  },
  { name: 'Heartbeats', description: 'Heartbeats of devices, each with a proof.', routes: heartbeatRoutes },
  { name: 'Pairing', description: 'Companion apps claim devices and keep their credentials.', routes: pairingRoutes },
  {
    name: 'Firmware for devices',
    description: 'Devices ask for firmware and report how its installation goes, with a proof.',
    routes: deviceFirmwareRoutes,
  },
  { name: 'Firmware', description: 'Releases, packages and rollouts.', routes: firmwareRoutes },
  { name: 'Inventory', description: 'Batches of devices, from plan to archive.', routes: inventoryRoutes },
  { name: 'Devices', description: 'Devices, their owners and their secrets.', routes: deviceRoutes },
  { name: 'Claim codes', description: 'The codes on labels.', routes: claimCodeRoutes },
  { name: 'Customers', description: 'Customers and the notes about them.', routes: customerRoutes },
  { name: 'Sales', description: 'Sales, refunds and cancellations.', routes: salesRoutes },
  { name: 'Preorders', description: 'The public site, its orders, and the work on them.', routes: preorderRoutes },
  { name: 'Settings', description: 'How devices and the business are run.', routes: settingsRoutes },
  { name: 'Audit', description: 'Who did what.', routes: auditRoutes },
];

/** Every REST route of an operation. */
export const table: readonly Route[] = groups.flatMap(({ routes }) => routes);
