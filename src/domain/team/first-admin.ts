import type { EntityManager } from '@mikro-orm/postgresql';
import { insertAuditEntry } from '../../persistence/audit/audit-repository.ts';
import { takeLock } from '../../persistence/locks.ts';
import { Admin } from '../../persistence/team/admin.entity.ts';
import { hasAdmins } from '../../persistence/team/admin-repository.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import { hashPassword, newTemporaryPassword } from '../auth/index.ts';

/**
 * Makes the first SUPER_ADMIN of an empty database. Instances that start at once make one.
 * @param given the password of ADMIN_PASSWORD; without it one is made up
 * @returns the password to show once when it was made up, null when it was given; undefined when there are admins already
 */
export async function createFirstAdmin(
  em: EntityManager,
  now: Date,
  given: { readonly email: string; readonly password: string | undefined },
): Promise<{ email: string; password: string | null } | undefined> {
  if (await hasAdmins(em.fork())) return undefined;
  const madeUp = given.password === undefined ? newTemporaryPassword() : null;
  const passwordHash = await hashPassword(given.password ?? madeUp ?? '');
  return inTransaction(em, async (fork) => {
    await takeLock(fork, 'team');
    if (await hasAdmins(fork)) return undefined;
    const admin = fork.create(Admin, {
      name: 'First admin',
      email: given.email,
      role: 'SUPER_ADMIN',
      status: 'ACTIVE',
      passwordHash,
      mustChangePassword: false,
      passwordExpiresAt: null,
      loginBlockedUntil: null,
      lastLoginAt: null,
      createdAt: now,
      updatedAt: now,
    });
    await fork.flush();
    await insertAuditEntry(fork, {
      at: now,
      actorType: 'SYSTEM',
      actorId: null,
      actorLabel: null,
      action: 'createAdmin',
      targetKind: 'Admin',
      targetId: admin.id,
      changes: null,
      detail: { role: 'SUPER_ADMIN' },
      reason: 'first start on an empty database',
      requestId: 'start',
      ip: '127.0.0.1',
      transport: 'SYSTEM',
    });
    return { email: given.email, password: madeUp };
  });
}
