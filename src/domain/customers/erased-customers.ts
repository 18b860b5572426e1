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

/** The list of erased customers, to be kept beside the backups: each of them was made before somebody was erased. */
export function listErasedCustomers({ em }: Pick<Runtime, 'em'>): Promise<ErasedCustomerEntry[]> {
  return findErasedCustomers(em());
}

/**
 * Erases those customers of the list again who are in the database with their identity, because a restored backup has brought them
 * back. It changes nothing where nobody came back.
 * @returns how many came back
 */
export async function applyErasedCustomers(scope: Scope, transport: Transport): Promise<number> {
  return applied(scope, await findReturnedCustomers(scope.em()), transport);
}

/** The same for everybody on the list: also rows are erased that came back without their customer. */
export async function reapplyErasures(scope: Scope, transport: Transport): Promise<number> {
  return applied(scope, await findErasedCustomers(scope.em()), transport);
}

/**
 * Adds the entries of an exported list, and erases those of them who are in the database.
 * @returns how many were there with their identity
 */
export function importErasedCustomers(
  scope: Scope,
  entries: readonly ErasedCustomerEntry[],
  transport: Transport,
): Promise<number> {
  return applied(scope, entries, transport);
}

/** Each in a transaction of its own: one takes seconds in a large database. */
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
