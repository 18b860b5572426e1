import { createAdmin } from '../../domain/team/index.ts';
import type { AdminRole } from '../../model/enums.ts';
import type { CliIo } from '../io.ts';
import { asSystem } from './as-system.ts';
import { showPassword } from './show-password.ts';

export interface CreateOptions {
  readonly email: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly json: boolean;
}

/** Creates an admin. @throws CliError with the domain's client error */
export function create({ email, name, role, json }: CreateOptions, io: CliIo): Promise<void> {
  return asSystem(io, async (run) => {
    const admin = await run(createAdmin, { email, name, role });
    showPassword(admin, `${admin.email} is a new ${admin.role}.`, { json }, io);
  });
}
