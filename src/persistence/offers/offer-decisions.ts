import type { Pool } from 'pg';
import { OfferDecisionRecord } from '../../model/records/offer-decision.ts';
import { FUTURE_MS, lastSeen, replacesPresence } from '../devices/presence-time.ts';
import { listOf } from '../lists/record-list.ts';
import { Column, Source, sql } from '../sql/sql.ts';
import type { DecisionRow } from './offer-rows.ts';

/** A presence with no other change is written at most this often. */
const SEEN_EVERY_MS = 30_000;

/**
 * Writes one decision for each device, and the signed version and time to its presence, if it has one. A heartbeat of the same
 * millisecond must still count as newer: hence the 1 off. Rows are written in the order of their ids, and rows that an admin or
 * a heartbeat has locked are skipped, so that instances cannot deadlock and no queue forms behind a device. Lateral, one key
 * after the other, like all statements of the hot paths: "not exists" would read the whole table.
 */
export const RECORD_DECISIONS = `
  with incoming as materialized (
    select i.*, k.device_id is not null as known
      from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[],
                  $8::text[], $9::int[], $10::bigint[])
        as i (device_id, at, reason, release_id, installation_id, current_firmware, app_version, channel,
              poll_after_seconds, timestamp_ms)
      left join lateral (select device_id from offer_decision where device_id = i.device_id offset 0) k on true
  ), free as materialized (
    -- What the foreign key of a new row would lock and, were it taken, wait for.
    select d.id from device d
     where d.id in (select i.device_id from incoming i where not i.known)
       for key share skip locked
  ), decided as (
    insert into offer_decision as o (device_id, at, reason, release_id, installation_id, current_firmware, app_version,
                                     channel, poll_after_seconds)
    select device_id, at, reason, release_id, installation_id, current_firmware, app_version, channel, poll_after_seconds
      from incoming i
     where i.known or device_id in (select id from free)
     order by device_id
    on conflict (device_id) do update set
      at = excluded.at, reason = excluded.reason, release_id = excluded.release_id,
      installation_id = excluded.installation_id, current_firmware = excluded.current_firmware,
      app_version = excluded.app_version, channel = excluded.channel, poll_after_seconds = excluded.poll_after_seconds
    where o.at <= excluded.at or o.at > now() + interval '10 minutes'
  ), seen as materialized (
    select p.device_id from incoming i
     cross join lateral (
       select device_id from device_presence p
        where device_id = i.device_id and ${replacesPresence('i.timestamp_ms - 1', 'last_timestamp_ms')}
          and (firmware_version <> i.current_firmware or last_timestamp_ms > ${FUTURE_MS}
               or last_seen_at < i.at - interval '${SEEN_EVERY_MS} milliseconds')
       offset 0 for no key update skip locked) p
  )
  update device_presence p set
    last_seen_at = ${lastSeen('i.at')},
    last_timestamp_ms = i.timestamp_ms - 1,
    firmware_version = i.current_firmware,
    firmware_build_number = case when p.firmware_version = i.current_firmware then p.firmware_build_number end,
    ota_slot = case when p.firmware_version = i.current_firmware then p.ota_slot end
   from incoming i
  where p.device_id = any(array(select device_id from seen)) and p.device_id = i.device_id`;

/** Stores decisions in one statement and one commit. Of several for one device, the one with the newest timestamp stays. */
export async function recordDecisions(pool: Pool, decisions: readonly DecisionRow[]): Promise<undefined[]> {
  const newest = new Map<string, DecisionRow>();
  for (const decision of decisions) {
    const latest = newest.get(decision.deviceId);
    if (!latest || decision.timestampMs >= latest.timestampMs) newest.set(decision.deviceId, decision);
  }
  await pool.query({ name: 'offers-record', text: RECORD_DECISIONS, values: valuesOf([...newest.values()]) });
  return decisions.map(() => undefined);
}

function valuesOf(decisions: readonly DecisionRow[]): unknown[] {
  return [
    decisions.map(({ deviceId }) => deviceId),
    decisions.map(({ at }) => at),
    decisions.map(({ reason }) => reason),
    decisions.map(({ releaseId }) => releaseId),
    decisions.map(({ installationId }) => installationId),
    decisions.map(({ currentFirmware }) => currentFirmware),
    decisions.map(({ appVersion }) => appVersion),
    decisions.map(({ channel }) => channel),
    decisions.map((decision) => decision.pollAfterSeconds),
    decisions.map(({ timestampMs }) => timestampMs),
  ];
}

const decision = new Source('offer_decision', 'o');
const release = new Source('release', 'r', (own) => sql`${own}.id = ${decision}.release_id`);

/** The last decision of each device that ever asked for firmware. */
export const offerDecisionList = listOf(OfferDecisionRecord, {
  table: decision,
  joins: [release],
  columns: { releaseLifecycle: sql`${release}.lifecycle` },
  tieBreak: new Column(decision, 'device_id'),
});
