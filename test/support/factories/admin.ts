import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '../../../src/domain/auth/password.ts';
import { dummyHash } from '../../../src/domain/auth/stored-hash.ts';
import type { AdminRole, AdminStatus } from '../../../src/model/enums.ts';
import { AdminSession } from '../../../src/persistence/auth/admin-session.entity.ts';
import { Admin } from '../../../src/persistence/team/admin.entity.ts';
import { QUICK_PASSWORDS } from '../quick-passwords.ts';
import type { Sql } from '../sql.ts';
import { insertRow } from './insert.ts';

/** What a test wants of an admin; everything else is made up and valid. */
export interface AdminOverrides {
  readonly name?: string;
  readonly email?: string;
  readonly role?: AdminRole;
  readonly status?: AdminStatus;
  /** Without it nobody can sign in as this admin. */
  readonly password?: string;
  readonly mustChangePassword?: boolean;
  readonly passwordExpiresAt?: Date;
}

const SESSION_MS = 12 * 3_600_000;
const DUMMY_PASSWORD = dummyHash(QUICK_PASSWORDS);

const hashes = new Map<string, Promise<string>>();

/** One hash for all admins of a file who have the same password. */
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password, QUICK_PASSWORDS);
  hashes.set(password, hash);
  return hash;
}

/** Inserts an admin, a SUPER_ADMIN unless told otherwise. */
export async function insertAdmin(sql: Sql, now: Date, overrides: AdminOverrides = {}) {
  const role: AdminRole = overrides.role ?? 'SUPER_ADMIN';
  const name = overrides.name ?? `Test ${role.toLowerCase()}`;
  const email = overrides.email ?? `${role.toLowerCase()}.${randomBytes(5).toString('hex')}@karvon.test`;
  const id = await insertRow(sql, Admin, {
    name,
    email,
    role,
    status: overrides.status ?? 'ACTIVE',
    passwordHash: overrides.password === undefined ? DUMMY_PASSWORD : await hashOf(overrides.password),
    mustChangePassword: overrides.mustChangePassword ?? false,
    passwordExpiresAt: overrides.passwordExpiresAt,
    createdAt: now,
    updatedAt: now,
  });
  return { id, email, role, name };
}

/** Inserts a session of 12 hours. Gives the token, which only the cookie carries. */
export async function insertSession(sql: Sql, adminId: string, now: Date): Promise<{ id: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const id = await insertRow(sql, AdminSession, {
    adminId,
    tokenHash: createHash('sha256').update(token).digest(),
    ip: '127.0.0.1',
    userAgent: 'test',
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  });
  return { id, token };
}
