import type { AdminRole } from '../model/enums.ts';
import { analyticsOperations } from './analytics/index.ts';
import { auditOperations } from './audit/index.ts';
import { authOperations } from './auth/index.ts';
import { customerOperations } from './customers/index.ts';
import { deviceOperations } from './devices/index.ts';
import { firmwareOperations } from './firmware/index.ts';
import { healthOperations } from './health/index.ts';
import { heartbeatOperations } from './heartbeats/index.ts';
import { installationOperations } from './installations/index.ts';
import { inventoryOperations } from './inventory/index.ts';
import { mayCall, type Rights } from './kernel/access.ts';
import type { Operation } from './kernel/operation.ts';
import { nodeOperations } from './nodes/index.ts';
import { objectOperations } from './objects/index.ts';
import { offerOperations } from './offers/index.ts';
import { pairingOperations } from './pairing/index.ts';
import { preferenceOperations } from './preferences/index.ts';
import { preorderOperations } from './preorders/index.ts';
import { questionOperations } from './questions/index.ts';
import { saleOperations } from './sales/index.ts';
import { searchOperations } from './search/index.ts';
import { serviceAccountOperations } from './service-accounts/index.ts';
import { settingsOperations } from './settings/index.ts';
import { teamOperations } from './team/index.ts';
import { viewOperations } from './views/index.ts';

/** Every operation of the service, by module. */
export const catalog: readonly Operation[] = [
  ...healthOperations,
  ...authOperations,
  ...teamOperations,
  ...serviceAccountOperations,
  ...deviceOperations,
  ...heartbeatOperations,
  ...pairingOperations,
  ...firmwareOperations,
  ...offerOperations,
  ...objectOperations,
  ...installationOperations,
  ...inventoryOperations,
  ...customerOperations,
  ...saleOperations,
  ...preorderOperations,
  ...settingsOperations,
  ...auditOperations,
  ...analyticsOperations,
  ...questionOperations,
  ...viewOperations,
  ...preferenceOperations,
  ...searchOperations,
  ...nodeOperations,
];

/** The names of the admin operations that a caller may call. */
export function permissionsOf(rights: Rights): string[] {
  return catalog.filter((operation) => mayCall(rights, operation)).map(({ name }) => name);
}

/** The lower of a caller's roles: the one that allows the fewest operations. The caller may call what both allow. */
export function lowestRole({ roles }: Rights): AdminRole {
  const sizes = new Map(roles.map((role) => [role, permissionsOf({ roles: [role] }).length]));
  return roles.reduce((lowest, role) => ((sizes.get(role) ?? 0) < (sizes.get(lowest) ?? 0) ? role : lowest));
}
