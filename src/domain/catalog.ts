import type { AdminRole } from '../model/enums.ts';
import * as analytics from './analytics/operations.ts';
import * as audit from './audit/operations.ts';
import * as auth from './auth/operations.ts';
import * as customers from './customers/operations.ts';
import * as devices from './devices/operations.ts';
import * as firmware from './firmware/operations.ts';
import * as health from './health/operations.ts';
import * as heartbeats from './heartbeats/operations.ts';
import * as installations from './installations/operations.ts';
import * as inventory from './inventory/operations.ts';
import { mayCall, type Rights } from './kernel/access.ts';
import type { Operation } from './kernel/operation.ts';
import * as nodes from './nodes/operations.ts';
import * as objects from './objects/operations.ts';
import * as offers from './offers/operations.ts';
import * as pairing from './pairing/operations.ts';
import * as preferences from './preferences/operations.ts';
import * as preorders from './preorders/operations.ts';
import * as questions from './questions/operations.ts';
import * as sales from './sales/operations.ts';
import * as search from './search/operations.ts';
import * as serviceAccounts from './service-accounts/operations.ts';
import * as settings from './settings/operations.ts';
import * as team from './team/operations.ts';
import * as views from './views/operations.ts';

/** The operations of each module. */
const modules: readonly Readonly<Record<string, Operation>>[] = [
  health,
  auth,
  team,
  serviceAccounts,
  devices,
  heartbeats,
  pairing,
  firmware,
  offers,
  objects,
  installations,
  inventory,
  customers,
  sales,
  preorders,
  settings,
  audit,
  analytics,
  questions,
  views,
  preferences,
  search,
  nodes,
];

/** Every operation of the service, by module. */
export const catalog: readonly Operation[] = modules.flatMap((module) => Object.values(module));

/** The names of the admin operations that a caller may call. */
export function permissionsOf(rights: Rights): string[] {
  return catalog.filter((operation) => mayCall(rights, operation)).map(({ name }) => name);
}

/** The lower of a caller's roles: the one that allows the fewest operations. The caller may call what both allow. */
export function lowestRole({ roles }: Rights): AdminRole {
  const sizes = new Map(roles.map((role) => [role, permissionsOf({ roles: [role] }).length]));
  return roles.reduce((lowest, role) => ((sizes.get(role) ?? 0) < (sizes.get(lowest) ?? 0) ? role : lowest));
}
