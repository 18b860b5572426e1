import { AdminRecord, AdminWithPasswordRecord } from '../../model/records/admin.ts';
import { Admin } from '../../persistence/team/admin.entity.ts';
import { hashPassword, newTemporaryPassword } from '../auth/index.ts';
import { adminsOrSystem } from '../kernel/access.ts';
import { fields } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { schemaOf } from '../kernel/record-input.ts';
import { viewAdmin } from './admin-view.ts';
import { TEMPORARY_PASSWORD_LIFETIME_MS } from './team-rules.ts';

export const createAdmin = operation({
  name: 'createAdmin',
  summary: 'Creates an admin with a one-time password, which only this response shows.',
  access: adminsOrSystem('SUPER_ADMIN'),
  admission: { peopleOnly: true },
  limit: 120,
  effect: 'write',
  errors: ['DUPLICATE_EMAIL'],
  answers: AdminWithPasswordRecord,
  input: fields({
    name: schemaOf(AdminRecord.fields.name),
    email: schemaOf(AdminRecord.fields.email),
    role: schemaOf(AdminRecord.fields.role),
  }),
  async prepare({ runtime }) {
    const temporaryPassword = newTemporaryPassword();
    return { temporaryPassword, passwordHash: await hashPassword(temporaryPassword, runtime.passwordCost) };
  },
  async handle({ em, now, audit }, { name, email: address, role }, { temporaryPassword, passwordHash }) {
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
    audit({ target: { kind: 'Admin', id: admin.id }, detail: { role } });
    return { ...viewAdmin(admin), temporaryPassword };
  },
});
