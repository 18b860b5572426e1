import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keys } from '../../model/ports.ts';
import { takeAdvisoryLock } from '../../persistence/sql/locks.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { Admin } from '../../persistence/team/admin.entity.ts';
import { findInitialPasswords, hasAdmins } from '../../persistence/team/admin-repository.ts';
import { insertAuditEntry } from '../audit/store.ts';
import { hashPassword, newTemporaryPassword, type PasswordCost } from '../auth/index.ts';
import { open, seal } from '../formats/secret-box.ts';

/** The command that resets an unknown password. */
export const RESET_COMMAND = 'npx --no-install karvon admin reset-password';

export interface FirstAdmin {
  readonly email: string;
  /** Null if ADMIN_PASSWORD set it. */
  readonly password: string | null;
  /** False if an earlier start, or another instance, created the admin. */
  readonly created: boolean;
}

interface Settings {
  readonly now: Date;
  readonly keys: Pick<Keys, 'currentKek' | 'kek'>;
  readonly warn: (message: string) => void;
  readonly passwordCost: PasswordCost;
  /** The password from ADMIN_PASSWORD; without it, a password is generated. */
  readonly configured: { readonly email: string; readonly password: string | undefined };
}

/**
 * Creates the first SUPER_ADMIN of an empty database; concurrent starts create only one. A generated password is sealed
 * into the admin's row in the same commit until the first sign-in, and every start until then returns it again, so that
 * neither a crash nor lost output loses it (docs/adr/0018).
 * @returns the admin to show; undefined if admins exist and none of them awaits the first sign-in
 */
export async function ensureFirstAdmin(em: EntityManager, settings: Settings): Promise<FirstAdmin | undefined> {
  const createdAdmin = (await hasAdmins(em.fork())) ? undefined : await createFirstAdmin(em, settings);
  return createdAdmin ?? (await unusedPassword(em, settings));
}

async function createFirstAdmin(
  em: EntityManager,
  { now, keys, passwordCost, configured }: Settings,
): Promise<FirstAdmin | undefined> {
  const generated = configured.password === undefined ? newTemporaryPassword() : null;
  const passwordHash = await hashPassword(configured.password ?? generated ?? '', passwordCost);
  return inTransaction(em, async (fork) => {
    await takeAdvisoryLock(fork, 'team');
    if (await hasAdmins(fork)) return undefined;
    const admin = fork.create(Admin, {
      name: 'First admin',
      email: configured.email,
      role: 'SUPER_ADMIN',
      status: 'ACTIVE',
      passwordHash,
      initialPassword: generated === null ? null : seal(keys, Buffer.from(generated), passwordHash),
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
    return { email: configured.email, password: generated, created: true };
  });
}

/** The seal is bound to the password's hash: after another change of the password, it no longer opens. */
async function unusedPassword(em: EntityManager, { keys, warn }: Settings): Promise<FirstAdmin | undefined> {
  const [unused] = await findInitialPasswords(em.fork());
  if (!unused) return undefined;
  const { email, sealed, passwordHash } = unused;
  try {
    return { email, password: open(keys, sealed, passwordHash).toString(), created: false };
  } catch {
    warn(
      `cannot show the generated password of ${email}: the password or its encryption key has changed. Set a new one: ${RESET_COMMAND}`,
    );
    return undefined;
  }
}
