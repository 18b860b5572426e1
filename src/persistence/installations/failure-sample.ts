import type { EntityManager } from '@mikro-orm/postgresql';
import { row, rows } from '../sql/query.ts';

/** Failures caused by a person or a battery do not count against the release. */
const NOT_THE_RELEASE = ['USER_CANCELLED', 'USER_CANCELLED_BY_OPERATOR', 'BATTERY_LOW'];

export interface FailureRow {
  readonly failed: number;
  readonly fellBack: number;
  readonly bricked: number;
}

/**
 * Counts devices whose newest ended attempt at a release failed within its failure window. Reads one row per failure,
 * however many devices have the release.
 */
export async function countFailures(em: EntityManager, releaseId: string, since: Date | null): Promise<FailureRow> {
  const found = await row<FailureRow>(
    em,
    `select count(*)::int as failed,
            (count(*) filter (where status = 'ROLLED_BACK' or verification = 'CONTRADICTED' or possibly_bricked))::int as "fellBack",
            (count(*) filter (where possibly_bricked))::int as bricked
       from (
         select distinct on (device_id) * from installation
          where release_id = $1 and finished_at >= coalesce($2, '-infinity'::timestamptz)
            and (status in ('FAILED', 'ROLLED_BACK') or status = 'SUCCESS' and verification = 'CONTRADICTED')
          order by device_id, attempt desc
       ) ended
      where failure_source is distinct from 'OPERATOR' and (failure_code is null or failure_code <> all ($3::text[]))
        and not exists (select from installation later
                         where later.device_id = ended.device_id and later.release_id = $1
                           and later.attempt > ended.attempt and later.status = 'SUCCESS'
                           and later.verification is distinct from 'CONTRADICTED')`,
    [releaseId, since, NOT_THE_RELEASE],
  );
  return found ?? { failed: 0, fellBack: 0, bricked: 0 };
}

/**
 * Counts installations of a release that succeeded within its failure window.
 * @param atMost maximum of the count
 */
export async function countSuccesses(
  em: EntityManager,
  releaseId: string,
  since: Date | null,
  atMost: number,
): Promise<number> {
  const found = await row<{ readonly count: number }>(
    em,
    `select count(*)::int as count from (
       select from installation
        where release_id = $1 and status = 'SUCCESS' and verification is distinct from 'CONTRADICTED'
          and finished_at >= coalesce($2, '-infinity'::timestamptz)
        limit $3) succeeded`,
    [releaseId, since, atMost],
  );
  return found?.count ?? 0;
}

/** The failure window of a release; undefined if the release is not ROLLING_OUT. */
export function findFailureWindow(
  em: EntityManager,
  releaseId: string,
): Promise<{ readonly since: Date | null } | undefined> {
  return row(em, `select failure_window_from as since from release where id = $1 and lifecycle = 'ROLLING_OUT'`, [
    releaseId,
  ]);
}

/** ROLLING_OUT releases with a failure within their failure window. */
export async function findSuspects(em: EntityManager): Promise<string[]> {
  const found = await rows<{ readonly id: string }>(
    em,
    `select id from release r
      where lifecycle = 'ROLLING_OUT'
        and exists (select from installation i
                     where i.release_id = r.id and i.finished_at >= coalesce(r.failure_window_from, '-infinity'::timestamptz)
                       and (i.status in ('FAILED', 'ROLLED_BACK') or i.verification = 'CONTRADICTED'))
      order by id`,
  );
  return found.map(({ id }) => id);
}
