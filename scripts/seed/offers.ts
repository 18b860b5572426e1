import { isRetryable, MAX_ATTEMPTS } from '../../src/domain/installations/index.ts';
import { takesPart } from '../../src/domain/rollouts/index.ts';
import { DEVICE_STATUSES, FAILURE_CODES } from '../../src/model/enums.ts';
import { PLACE } from './sql.ts';
import { type Step, sqlStep } from './step.ts';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join();
const SERVED = list(DEVICE_STATUSES.filter(takesPart));
const NEVER_AGAIN = list(FAILURE_CODES.filter((code) => !isRetryable(code)));
const OFFERABLE = list(['ROLLING_OUT', 'PAUSED', 'COMPLETED']);
const POLL_SECONDS = 3_600;

/** SQL: the device is in the share of the rollout, as `rolloutBucket` of the service counts it. */
const IN_STAGE = `('x' || substr(encode(sha256(convert_to('ota-rollout/v1', 'UTF8') || '\\x00'::bytea || convert_to(r.id::text, 'UTF8')
  || '\\x00'::bytea || convert_to(d.serial, 'UTF8')), 'hex'), 1, 8))::bit(32)::bigint % 10000 < r.rollout_percentage * 100`;

/**
 * Why each device has the firmware that it has, as the service said when the device last asked: by the same rules in the same order, with
 * one simplification. Who came into the stage since, and has not asked again, is still outside of it.
 */
export const offerStep: Step = sqlStep(
  { name: 'offers', of: (facts) => facts.devices, chunk: 20_000 },
  (_, from, to) => `
    insert into offer_decision (device_id, at, reason, release_id, installation_id, current_firmware, app_version, channel, poll_after_seconds)
    select d.id, p.last_seen_at, reason, case reason when 'DEVICE_STATUS' then null when 'OFFERED' then o.release_id when 'IN_PROGRESS' then o.release_id
                                                     when 'UP_TO_DATE' then newest.id when 'CHANNEL_NOT_ALLOWED' then newest.id else next.id end,
           case when reason in ('OFFERED', 'IN_PROGRESS') then o.id end, p.firmware_version, p.app_version, coalesce(d.firmware_channel, 'STABLE'), ${POLL_SECONDS}
      from ${PLACE}.device s
      join device d on d.id = s.id
      join device_presence p on p.device_id = d.id
      left join lateral (
        select id, release_id, status from installation
         where device_id = d.id and status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK') order by created_at desc limit 1) o on true
      left join lateral (
        select r.id from release r
         where r.hardware_revision = d.hardware_revision and r.lifecycle in (${OFFERABLE}) order by r.build_number desc limit 1) newest on true
      left join lateral (
        select r.id, obstacle from release r
          left join lateral (
            select status, failure_code, attempt from installation
             where device_id = d.id and release_id = r.id order by attempt desc limit 1) past on true
         cross join lateral (select case
                when past.status = 'ROLLED_BACK' then 'a ROLLED_BACK_HERE'
                when past.status = 'FAILED' and past.failure_code in (${NEVER_AGAIN}) then 'b FAILED_FOR_GOOD'
                when past.status = 'FAILED' and past.attempt >= ${MAX_ATTEMPTS} then 'c ATTEMPTS_USED_UP'
                when r.lifecycle = 'PAUSED' and ${IN_STAGE} then 'e PAUSED'
                else 'd NOT_IN_STAGE' end as obstacle) why
         where r.hardware_revision = d.hardware_revision and r.lifecycle in (${OFFERABLE}) and r.build_number > p.firmware_build_number
         order by obstacle desc, r.build_number desc limit 1) next on true
     cross join lateral (select case
            when d.status not in (${SERVED}) then 'DEVICE_STATUS'
            when o.status = 'AVAILABLE' then 'OFFERED'
            when o.id is not null then 'IN_PROGRESS'
            when newest.id is null then 'NO_RELEASE'
            when d.firmware_channel is null then 'CHANNEL_NOT_ALLOWED'
            when next.id is null then 'UP_TO_DATE'
            else substr(next.obstacle, 3) end as reason) decided
     where s.d between ${from} and ${to}
     order by d.id`,
);
