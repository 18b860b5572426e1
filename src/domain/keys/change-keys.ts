import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { endSealed } from '../../persistence/keys/sealed-rows.ts';
import { takeAdvisoryLock } from '../../persistence/sql/locks.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { insertAuditEntry } from '../audit/store.ts';

/** A change of the keys, for the audit log. */
export interface KeyChange {
  readonly action: 'addKey' | 'rotateKey' | 'retireKey';
  readonly detail: Readonly<Record<string, unknown>>;
  /** Ends what the key-encryption key of this kid has sealed, because it is lost. */
  readonly endsSealedBy?: string | undefined;
}

/**
 * Changes keys while no other command does, with its audit entry.
 * @param change writes the keys; what it returns becomes the entry
 */
export function changeKeys<T extends KeyChange>(
  em: EntityManager,
  now: Date,
  change: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return inTransaction(em, async (fork) => {
    await takeAdvisoryLock(fork, 'keys');
    const changed = await change(fork);
    if (changed.endsSealedBy !== undefined) await endSealed(fork, changed.endsSealedBy);
    await insertAuditEntry(fork, {
      at: now,
      actorType: 'SYSTEM',
      actorId: null,
      actorLabel: null,
      action: changed.action,
      targetKind: null,
      targetId: null,
      changes: null,
      detail: changed.detail,
      reason: null,
      requestId: randomUUID(),
      ip: '127.0.0.1',
      transport: 'CLI',
    });
    return changed;
  });
}
