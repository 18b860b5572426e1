import type { AdminView } from '../../domain/team/index.ts';
import { type CliIo, line } from '../io.ts';
import { asSystem } from './as-system.ts';
import { readTeam } from './team.ts';

const TITLES = ['E-MAIL', 'NAME', 'ROLE', 'STATUS', 'LAST SIGN-IN'] as const;
const GAP = '  ';

/** Lists all admins. @throws CliError */
export function list({ json }: { readonly json: boolean }, io: CliIo): Promise<void> {
  return asSystem(io, async (run) => {
    const team = await readTeam(run);
    io.stdout.write(json ? `${JSON.stringify(team, null, 2)}\n` : tableOf(team));
  });
}

function tableOf(team: readonly AdminView[]): string {
  const rows = [TITLES, ...team.map(cellsOf)];
  const widths = TITLES.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows
    .map((cells) =>
      line(
        cells
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join(GAP)
          .trimEnd(),
      ),
    )
    .join('');
}

function cellsOf({ email, name, role, status, lastLoginAt }: AdminView): readonly string[] {
  return [email, name, role, status, lastLoginAt?.toISOString() ?? 'never'];
}
