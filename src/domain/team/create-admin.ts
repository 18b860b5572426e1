import { ADMIN_ROLES } from '../../model/enums.ts';
import { Admin } from '../../persistence/team/admin.entity.ts';
import { hashPassword, newTemporaryPassword } from '../auth/index.ts';
import { adminsOrSystem } from '../kernel/access.ts';
import { email, fields, oneOf, text } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { viewAdmin } from './admin-view.ts';
import { TEMPORARY_PASSWORD_LIFETIME_MS } from './team-rules.ts';

export const createAdmin = operation({
  name: 'createAdmin',
  summary: 'Creates an admin with a one-time password, which only this response shows.',
  access: adminsOrSystem('SUPER_ADMIN'),
  limit: 120,
  effect: 'write',
  input: fields({
    name: text(2, 120),
    email: email({ minLength: 3, maxLength: 160 }),
    role: oneOf('AdminRole', ADMIN_ROLES),
  }),
  async prepare() {
    const temporaryPassword = newTemporaryPassword();
    return { temporaryPassword, passwordHash: await hashPassword(temporaryPassword) };
  },
  async handle({ em, now, note }, { name, email: address, role }, { temporaryPassword, passwordHash }) {
    const admin = em.create(Admin, {
      name,
      email: address,
      role,
      status: 'ACTIVE',
      passwordHash,
      mustChangePassword: true,
      passwordExpiresAt: new Date(now.getTime() + TEMPORARY_PASSWORD_LIFETIME_MS),
      loginBlockedUntil: null,
      lastLoginAt: null,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    note({ target: { kind: 'Admin', id: admin.id }, detail: { role } });
    return { ...viewAdmin(admin), temporaryPassword };
  },
});
