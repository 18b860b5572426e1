import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '../../../src/domain/auth/password.ts';
import { dummyHash } from '../../../src/domain/auth/stored-hash.ts';
import type { AdminRole, AdminStatus } from '../../../src/model/enums.ts';
import { AdminSession } from '../../../src/persistence/auth/admin-session.entity.ts';
import { newId } from '../../../src/persistence/columns.ts';
import { Admin } from '../../../src/persistence/team/admin.entity.ts';
import { QUICK_PASSWORDS } from '../quick-passwords.ts';
import type { Sql } from '../sql.ts';
import { insertRow, insertTwoRows } from './insert.ts';

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
  const { id, ...row } = await adminRow(now, overrides);
  await insertRow(sql, Admin, { id, ...row });
  return { id, email: row.email, role: row.role, name: row.name };
}

/** Inserts a session of 12 hours. Gives the token, which only the cookie carries. */
export async function insertSession(sql: Sql, adminId: string, now: Date): Promise<{ id: string; token: string }> {
  const { token, row } = sessionRow(adminId, now);
  const id = await insertRow(sql, AdminSession, row);
  return { id, token };
}

/** Inserts an admin with a session of 12 hours in one statement: files make hundreds. */
export async function insertSignedIn(sql: Sql, now: Date, overrides: AdminOverrides = {}) {
  const admin = await adminRow(now, overrides);
  const { token, row } = sessionRow(admin.id, now);
  await insertTwoRows(sql, [Admin, admin], [AdminSession, row]);
  const { id, email, role, name } = admin;
  return { admin: { id, email, role, name }, token };
}

async function adminRow(now: Date, overrides: AdminOverrides) {
  const role: AdminRole = overrides.role ?? 'SUPER_ADMIN';
  return {
    id: newId(),
    name: overrides.name ?? `Test ${role.toLowerCase()}`,
    email: overrides.email ?? `${role.toLowerCase()}.${randomBytes(5).toString('hex')}@karvon.test`,
    role,
    status: overrides.status ?? 'ACTIVE',
    passwordHash: overrides.password === undefined ? DUMMY_PASSWORD : await hashOf(overrides.password),
    mustChangePassword: overrides.mustChangePassword ?? false,
    passwordExpiresAt: overrides.passwordExpiresAt,
    createdAt: now,
    updatedAt: now,
  };
}

function sessionRow(adminId: string, now: Date) {
  const token = randomBytes(32).toString('base64url');
  const row = {
    adminId,
    tokenHash: createHash('sha256').update(token).digest(),
    ip: '127.0.0.1',
    userAgent: 'test',
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  };
  return { token, row };
}
