import type { EntityManager } from '@mikro-orm/postgresql';
import type { FailureSource, InstallationStatus, Verification } from '../../model/enums.ts';
import { rows } from '../sql/query.ts';

/** Attempts with the same evidence about their release, one for each device, counted. */
export interface CountedAttemptsRow {
  readonly releaseId: string;
  readonly status: InstallationStatus;
  readonly verification: Verification | null;
  readonly failureSource: FailureSource | null;
  readonly failureCode: string | null;
  readonly silent: boolean;
  readonly possiblyBricked: boolean;
  readonly count: number;
}

/** The evidence of an attempt about its release. */
const FACTS = `release_id, device_id, attempt, status, verification, failure_source, failure_code, silent, possibly_bricked,
  finished_at`;

/**
 * The attempts that count for each release, as `countingAttempts` (evidence-rules.ts) selects them. Reads one row for each
 * failure, and the trigger's counts of the successes: a device succeeds once, because a release that it had is not offered to
 * it again.
 * @param codesOfOthers failure codes that are no evidence about the release
 */
export function countAttempts(
  em: EntityManager,
  releaseIds: readonly string[],
  codesOfOthers: readonly string[],
): Promise<CountedAttemptsRow[]> {
  return rows(
    em,
    `with ended as (
       select ${FACTS} from installation where release_id = any($1::uuid[]) and status in ('FAILED', 'ROLLED_BACK')
       union all
       select ${FACTS} from installation
        where release_id = any($1::uuid[]) and status = 'SUCCESS' and verification = 'CONTRADICTED'
     ), failed as (
       select distinct on (e.release_id, e.device_id) e.*
         from ended e join release r on r.id = e.release_id
        where e.finished_at >= coalesce(r.failure_window_from, '-infinity'::timestamptz)
          and not e.silent and e.failure_source is distinct from 'OPERATOR'
          and (e.failure_code is null or e.failure_code <> all ($2::text[]))
        order by e.release_id, e.device_id, e.attempt desc
     ), repeated as (
       -- Few: a later success is a second attempt at least, and only a second failure can follow a success.
       select release_id, device_id, attempt from installation
        where release_id = any($1::uuid[]) and status = 'SUCCESS' and attempt > 1
          and verification is distinct from 'CONTRADICTED'
     ), judged as (
       select f.*, exists (select from repeated s where s.release_id = f.release_id and s.device_id = f.device_id
                                                    and s.attempt > f.attempt) as recovered,
              f.attempt > 1 and exists (
                select from installation s
                 where s.device_id = f.device_id and s.release_id = f.release_id and s.attempt < f.attempt
                   and s.status = 'SUCCESS' and s.verification is distinct from 'CONTRADICTED') as had
         from failed f
     )
     select release_id as "releaseId", status, verification, failure_source as "failureSource", failure_code as "failureCode",
            silent, possibly_bricked as "possiblyBricked", count(*)::int as count
       from judged where not recovered group by 1, 2, 3, 4, 5, 6, 7
     union all
     select k.release_id, 'SUCCESS', null, null, null, false, false,
            (sum(k.count) - (select count(*) from judged j where j.release_id = k.release_id and j.had and not j.recovered))::int
       from release_counter k
      where k.release_id = any($1::uuid[]) and k.status = 'SUCCESS' and k.verification <> 'CONTRADICTED' group by k.release_id`,
    [releaseIds, codesOfOthers],
  );
}

/** ROLLING_OUT releases with a failure within their failure window. */
export async function findSuspects(em: EntityManager): Promise<string[]> {
  const found = await rows<{ readonly id: string }>(
    em,
    `select id from release r
      where lifecycle = 'ROLLING_OUT'
        and exists (select from installation i
                     where i.release_id = r.id and i.finished_at >= coalesce(r.failure_window_from, '-infinity'::timestamptz)
                       and not i.silent and (i.status in ('FAILED', 'ROLLED_BACK') or i.verification = 'CONTRADICTED'))
      order by id`,
  );
  return found.map(({ id }) => id);
}
