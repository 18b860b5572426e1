import type { AdminRole, AdminStatus } from '../../model/enums.ts';

/** An admin as the team list shows it. */
export interface AdminView {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: AdminRole;
  readonly status: AdminStatus;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Only what may be shown; the password hash has no way out. */
export function viewAdmin(admin: Omit<AdminView, 'lastLoginAt'> & { lastLoginAt?: Date | null }): AdminView {
  return {
    id: admin.id,
    name: admin.name,
    email: admin.email,
    role: admin.role,
    status: admin.status,
    mustChangePassword: admin.mustChangePassword,
    lastLoginAt: admin.lastLoginAt ?? null,
    revision: admin.revision,
    createdAt: admin.createdAt,
    updatedAt: admin.updatedAt,
  };
}
