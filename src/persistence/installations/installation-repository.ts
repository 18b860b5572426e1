import type { EntityManager } from '@mikro-orm/postgresql';
import { row } from '../sql/query.ts';

/** True if an operator has reconciled the installation before. */
export async function wasReconciled(em: EntityManager, id: string): Promise<boolean> {
  const found = await row<{ id: string }>(
    em,
    `select id from installation_event where installation_id = $1 and outcome = 'RECONCILED' limit 1`,
    [id],
  );
  return found !== undefined;
}
