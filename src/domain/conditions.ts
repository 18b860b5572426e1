import type { TSchema } from 'typebox';
import { authorize } from './authorize.ts';
import { catalog } from './catalog.ts';
import { neededBy, neededBySort } from './kernel/filter-parts.ts';
import type { Call, Operation } from './kernel/operation.ts';

/**
 * The operations whose roles may use the filter and the order of a list: those of the edges that they cross. A caller who may not follow an
 * edge must not find out what it leads to by filtering or sorting either.
 * @param schemas of the arguments
 */
export function operationsOfList(
  schemas: Readonly<Record<string, TSchema>>,
  { filter, sort }: ListArguments,
): readonly Operation[] {
  const ofFilter = schemas.filter && filter ? neededBy(schemas.filter, filter) : [];
  return operationsNamed(new Set([...ofFilter, ...neededBySort(schemas.sort, sort)]));
}

interface ListArguments {
  readonly filter?: unknown;
  readonly sort?: unknown;
}

/** @throws Error when there is no such operation */
export function operationsNamed(names: Iterable<string>): readonly Operation[] {
  return [...names].map((name) => {
    const operation = catalog.find((each) => each.name === name);
    if (!operation) throw new Error(`An edge needs ${name}, which is no operation.`);
    return operation;
  });
}

/** @throws DomainError 401, or 403 for a caller who may not call all of the operations */
export async function authorizeAll(operations: Iterable<Operation>, call: Call): Promise<void> {
  for (const operation of operations) await authorize(operation, call, () => ({}));
}
