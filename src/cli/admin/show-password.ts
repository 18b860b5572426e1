import { type AdminView, TEMPORARY_PASSWORD_LIFETIME_MS } from '../../domain/team/index.ts';
import { type CliIo, line } from '../io.ts';

const HOUR_MS = 3_600_000;

/** Prints only the one-time password to stdout, so that a script can read it; everything else goes to stderr. */
export function showPassword(
  admin: AdminView & { readonly temporaryPassword: string },
  what: string,
  { json }: { readonly json: boolean },
  io: CliIo,
): void {
  io.stdout.write(json ? `${JSON.stringify(admin, null, 2)}\n` : `${admin.temporaryPassword}\n`);
  const hours = TEMPORARY_PASSWORD_LIFETIME_MS / HOUR_MS;
  io.stderr.write(line(what));
  io.stderr.write(
    line(
      `The one-time password is shown only once. It is valid for ${hours} hours and must be changed after the first sign-in.`,
    ),
  );
  if (admin.status !== 'ACTIVE') {
    io.stderr.write(
      line(`${admin.email} is ${admin.status} and cannot sign in until a SUPER_ADMIN sets the status to ACTIVE.`),
    );
  }
}
