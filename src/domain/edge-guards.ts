import { getCustomer } from './customers/index.ts';
import { getDevice, listClaimCodes, listDevices } from './devices/index.ts';
import { getRelease } from './firmware/index.ts';
import { getBatch } from './inventory/index.ts';
import { mayCall, type Rights, roleOutside } from './kernel/access.ts';
import { type DomainError, roleForbidden } from './kernel/errors.ts';
import type { Operation } from './kernel/operation.ts';
import { getPreorder, listPreorders } from './preorders/index.ts';
import { getSale } from './sales/index.ts';
import { getServiceAccount } from './service-accounts/index.ts';
import { listAdminOptions } from './team/index.ts';

/** The operations whose roles may follow an edge, by name. Questions and views need them, and cannot import the catalog, which contains theirs. */
export const edgeGuards: ReadonlyMap<string, Operation> = new Map(
  [
    getBatch,
    getCustomer,
    getDevice,
    getPreorder,
    getRelease,
    getSale,
    getServiceAccount,
    listAdminOptions,
    listClaimCodes,
    listDevices,
    listPreorders,
  ].map((operation: Operation) => [operation.name, operation]),
);

/** @throws Error for an operation that no edge needs */
export function edgeGuard(name: string): Operation {
  const operation = edgeGuards.get(name);
  if (!operation) throw new Error(`An edge needs ${name}: add it to src/domain/edge-guards.ts.`);
  return operation;
}

/** Every operation that an edge needs. What an invalid query needs cannot be determined: all of them. */
export const NEEDED_AT_MOST: readonly string[] = [...edgeGuards.keys()];

/** The error of a query of a list or of its data set, by what the query needs: 403 ROLE_FORBIDDEN for roles that do not allow all of it. */
export function askError(rights: Rights, list: Operation, needs: readonly string[] = []): DomainError | undefined {
  const refused = [list, ...needs.map(edgeGuard)].find((operation) => !mayCall(rights, operation));
  if (!refused) return undefined;
  const { access } = refused;
  const roles = access.kind === 'admin' ? access.roles : [];
  const role = roleOutside(rights, roles);
  return role ? roleForbidden(role, { operation: refused.name, roles }) : roleForbidden(rights.roles[0]);
}
