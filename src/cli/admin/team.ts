import { type AdminView, listTeam } from '../../domain/team/index.ts';
import type { RunAsSystem } from './as-system.ts';

/** All admins that match a filter, from as many pages as needed. */
export async function readTeam(run: RunAsSystem, filter: object = {}): Promise<AdminView[]> {
  const team: AdminView[] = [];
  let after: string | undefined;
  do {
    const page = await run(listTeam, { filter, ...(after === undefined ? {} : { after }) });
    team.push(...page.items);
    after = page.nextCursor;
  } while (after !== undefined);
  return team;
}
