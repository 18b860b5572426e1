import { randomUUID } from 'node:crypto';
import type { Transport } from '../../model/enums.ts';
import {
  type ErasedCustomerEntry,
  eraseCustomer,
  findErasedCustomers,
  findReturnedCustomers,
  isKnown,
} from '../../persistence/customers/erased-customers.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { insertAuditEntry } from '../audit/store.ts';
import type { Runtime } from '../kernel/operation.ts';

type Scope = Pick<Runtime, 'em' | 'clock'>;

/** The service or its command line calls itself; its address in the audit entries. */
const LOOPBACK = '127.0.0.1';

/**
 * The list of erased customers. Operators keep it beside the backups, because a backup contains people who were erased after
 * it.
 */
export function listErasedCustomers({ em }: Pick<Runtime, 'em'>): Promise<ErasedCustomerEntry[]> {
  return findErasedCustomers(em());
}

/**
 * Erases the customers on the list again whose identity a restored backup has brought back. It changes nothing if there are
 * none.
 * @returns the number of them
 */
export async function applyErasedCustomers(scope: Scope, transport: Transport): Promise<number> {
  return applied(scope, await findReturnedCustomers(scope.em()), transport);
}

/** The same for everybody on the list. It also erases rows that a backup brought back without their customer. */
export async function reapplyErasures(scope: Scope, transport: Transport): Promise<number> {
  return applied(scope, await findErasedCustomers(scope.em()), transport);
}

/**
 * Adds the entries of an exported list, and erases the customers among them.
 * @returns how many had their identity in the database
 */
export function importErasedCustomers(
  scope: Scope,
  entries: readonly ErasedCustomerEntry[],
  transport: Transport,
): Promise<number> {
  return applied(scope, entries, transport);
}

/** One transaction for each customer: each takes seconds in a large database. */
async function applied(
  { em, clock }: Scope,
  entries: readonly ErasedCustomerEntry[],
  transport: Transport,
): Promise<number> {
  let returned = 0;
  for (const entry of entries) {
    const cameBack = await inTransaction(em(), async (tx) => {
      const now = clock.now();
      const known = await isKnown(tx, entry.id);
      await eraseCustomer(tx, entry, now);
      if (known) {
        await insertAuditEntry(tx, {
          at: now,
          actorType: 'SYSTEM',
          actorId: null,
          actorLabel: null,
          action: 'anonymizeCustomer',
          targetKind: 'Customer',
          targetId: entry.id,
          changes: null,
          detail: null,
          reason: 'on the list of erased customers',
          requestId: randomUUID(),
          ip: LOOPBACK,
          transport,
        });
      }
      return known;
    });
    if (cameBack) returned += 1;
  }
  return returned;
}
