import { resetAdminPassword } from '../../domain/team/index.ts';
import { CliError, type CliIo } from '../io.ts';
import { asSystem } from './as-system.ts';
import { showPassword } from './show-password.ts';
import { readTeam } from './team.ts';

/** Gives an admin a one-time password; ends the sessions and the delay after failed sign-ins. @throws CliError */
export function resetPassword(address: string, { json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  // E-mail addresses are stored in this form.
  const email = address.trim().toLowerCase();
  return asSystem(io, async (run) => {
    const [found] = await readTeam(run, { email: { eq: email } });
    if (!found) {
      throw new CliError(
        `ADMIN_NOT_FOUND: no admin has the e-mail address ${email}. Run karvon admin list to see all admins.`,
      );
    }
    const admin = await run(resetAdminPassword, {}, found.id);
    showPassword(admin, `The password of ${admin.email} was replaced and all sessions were ended.`, { json }, io);
  });
}
