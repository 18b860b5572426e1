import type { AdminView } from '../../domain/team/index.ts';
import type { CliIo } from '../io.ts';
import { tableOf } from '../table.ts';
import { asSystem } from './as-system.ts';
import { readTeam } from './team.ts';

const TITLES = ['E-MAIL', 'NAME', 'ROLE', 'STATUS', 'LAST SIGN-IN'] as const;

/** Lists all admins. @throws CliError */
export function list({ json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  return asSystem(io, async (run) => {
    const team = await readTeam(run);
    io.stdout.write(json ? `${JSON.stringify(team, null, 2)}\n` : tableOf(TITLES, team.map(cellsOf)));
  });
}

function cellsOf({ email, name, role, status, lastLoginAt }: AdminView): readonly string[] {
  return [email, name, role, status, lastLoginAt?.toISOString() ?? 'never'];
}
