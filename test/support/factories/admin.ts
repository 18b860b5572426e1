import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../../../src/domain/auth/password.ts';
import type { AdminRole, AdminStatus } from '../../../src/model/enums.ts';
import type { Sql } from '../app.ts';

/** What a test wants of an admin; everything else is made up and valid. */
export interface AdminOverrides {
  readonly name?: string;
  readonly email?: string;
  readonly role?: AdminRole;
  readonly status?: AdminStatus;
  /** Hashed with Argon2id (some 20 ms); without it nobody can sign in as this admin. */
  readonly password?: string;
  readonly mustChangePassword?: boolean;
  readonly passwordExpiresAt?: Date;
}

/** The hash of no known password. */
const NOBODYS_PASSWORD = `argon2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

/** Inserts an admin, a SUPER_ADMIN unless told otherwise. */
export async function insertAdmin(sql: Sql, now: Date, overrides: AdminOverrides = {}) {
  const id = uuidv7();
  const role: AdminRole = overrides.role ?? 'SUPER_ADMIN';
  const name = overrides.name ?? `Test ${role.toLowerCase()}`;
  const email = overrides.email ?? `${role.toLowerCase()}.${randomBytes(5).toString('hex')}@karvon.test`;
  await sql(
    `insert into admin (id, name, email, role, status, password_hash, must_change_password, password_expires_at,
                        created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      name,
      email,
      role,
      overrides.status ?? 'ACTIVE',
      overrides.password === undefined ? NOBODYS_PASSWORD : await hashPassword(overrides.password),
      overrides.mustChangePassword ?? false,
      overrides.passwordExpiresAt ?? null,
      now,
    ],
  );
  return { id, email, role, name };
}

/** Inserts a session of 12 hours. Gives the token, which only the cookie carries. */
export async function insertSession(sql: Sql, adminId: string, now: Date): Promise<{ id: string; token: string }> {
  const id = uuidv7();
  const token = randomBytes(32).toString('base64url');
  await sql(
    `insert into admin_session (id, admin_id, token_hash, ip, user_agent, created_at, expires_at)
     values ($1, $2, $3, '127.0.0.1', 'test', $4, $4::timestamptz + interval '12 hours')`,
    [id, adminId, createHash('sha256').update(token).digest(), now],
  );
  return { id, token };
}
