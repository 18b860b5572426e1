import { getCustomer } from './customers/index.ts';
import { getDevice, listClaimCodes, listDevices } from './devices/index.ts';
import { getRelease } from './firmware/index.ts';
import { getBatch } from './inventory/index.ts';
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
