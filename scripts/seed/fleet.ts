import { explanation } from '../../src/model/explanations.ts';
import { fleetDays, speaker, speakers } from './fleet-days.ts';
import { IMAGE, IMAGE_BYTES } from './images.ts';
import { offerStep } from './offers.ts';
import { chance, id, PLACE, pick, time } from './sql.ts';
import { type Step, sqlStep } from './step.ts';
import { CANCEL_REASONS, FAILURES, PRODUCTS, REFUND_REASONS, RETURN_REASONS, VERSIONS } from './words.ts';

/** Devices with their histories, pairings, firmware and presence. */

const CHUNK = 20_000;

/** SQL: the id of a member of the team with a role, as text; the same key gives the same one. */
export const member = (role: string, key: string) => `${PLACE}.member('${role}', ${chance(key, 60)})`;

/** SQL: why a sale was cancelled, or refunded. */
export const cancelReason = pick(CANCEL_REASONS, chance('s.s', 50));
export const refundReason = pick(REFUND_REASONS, chance('s.s', 52));

const batches = sqlStep({ name: 'batches' }, ({ batches: count, before, timeline: { now } }) => [
  `insert into inventory_batch (id, code, model, hardware_revision, quantity, notes, source, status, provisioned_at, archived_at,
                                created_by, revision, created_at, updated_at)
   select id, 'UZ-' || to_char(${time('at')}, 'YYYY') || '-' || lpad((n + ${before.batches})::text, 5, '0'), model, hardware_revision, quantity,
          case when n % 9 = 0 then 'Second shift' end, case when n % 4 = 0 then 'Shenzhen' else 'Toshkent' end,
          case when u < 0.3 then 'ARCHIVED' else 'COMPLETED' end, ${time('at')},
          case when u < 0.3 then ${time('at + 86400 * 90')} end, ${member('OPERATIONS', 'n')}, case when u < 0.3 then 3 else 2 end,
          ${time('at - 3600')}, case when u < 0.3 then ${time('at + 86400 * 90')} else ${time('at')} end
     from ${PLACE}.batch order by n`,
  `insert into inventory_batch (id, code, model, hardware_revision, quantity, status, created_by, created_at, updated_at)
   select ${id('batch', `n + ${count}`, `${count}`)}, 'UZ-NEXT-' || lpad((n + ${before.batches})::text, 5, '0'), 'LAMP2', 'l2-b', 200, status,
          ${member('OPERATIONS', 'n')}, ${time(String(now))}, ${time(String(now))}
     from unnest(array['DRAFT', 'DRAFT', 'READY', 'CANCELLED']) with ordinality as t (status, n)`,
]);

/** SQL: the device is on the channel of the seeded releases, which are bare images and so never for all devices. */
const GETS_RELEASES = `${chance('d.d', 70)} >= 0.13`;

/** SQL: the serial of device d, Crockford's base32 after `KRV-` as the service makes them. */
export const SERIAL = `('KRV-' || translate(upper(substr(encode(sha256(d.id::text::bytea), 'base64'), 1, 16)), 'ILOU+/', '189Z23'))`;

const devices = sqlStep(
  { name: 'devices', of: (facts) => facts.devices, chunk: CHUNK, quiet: ['device'] },
  ({ customers }, from, to) => `
    insert into device (id, serial, batch_id, batch_ordinal, model, hardware_revision, status, previous_status, owner_id,
                        firmware_channel, pairing_epoch, claimed_at, activated_at, revision, created_at, updated_at, confirmed_security_version)
    select d.id, ${SERIAL}, b.id, d.ordinal, b.model, b.hardware_revision, d.status,
           case when d.status in ('SUSPENDED', 'REPAIR') then d.was end, ${id('customer', 'd.m', customers)},
           case when d.seen > 0 and ${GETS_RELEASES} then 'BETA' end, d.epoch, ${time('d.claimed')}, ${time('d.activated')}, d.events,
           ${time('d.created')}, ${time('coalesce(d.twist_at, d.changed)')}, case when d.seen > 0 then 1 else 0 end
      from ${PLACE}.device d join ${PLACE}.batch b on b.n = d.batch
     where d.d between ${from} and ${to} order by d.d`,
);

const events = sqlStep(
  { name: 'histories of devices', of: (facts) => facts.devices, chunk: CHUNK },
  ({ devices: count, customers, sales }, from, to) => {
    const refunded = `s.refund is not null and s.kind in ('RETURNED', 'REVOKED')`;
    return `
    insert into device_event (id, device_id, at, cause, from_status, to_status, from_owner_id, to_owner_id, reason, actor_id)
    select ${id('event', 'd.d::bigint * 256 + e.n', count * 256)}, d.id, ${time('e.at')}, e.cause, e.a, e.b, e.x, e.y, e.reason, e.actor
      from ${PLACE}.device d cross join lateral (
        select 0 as n, d.created as at, 'provisionBatch' as cause, null as a, 'READY' as b, null::uuid as x, null::uuid as y,
               null as reason, ${member('OPERATIONS', 'd.batch')}::text as actor
        union all
        select s.j * 16 + n, t.at, cause, a, b, x, y, reason, actor
          from ${PLACE}.sale s
         cross join lateral (
           select ${id('customer', 's.m', customers)} as owner, ${member('SALES', 's.s')}::text as seller, ${member('SUPPORT', 's.s')}::text as support offset 0) k
         cross join lateral (values
           (0, s.sold, 'createSale', 'READY', 'SOLD', null::uuid, owner, null, seller),
           (1, case when s.kind = 'CANCELLED' then s.ended end, 'cancelSale', 'SOLD', 'READY', owner, null, ${cancelReason}, seller),
           (2, s.claimed, 'claimDevice', 'SOLD', 'CLAIMED', owner, owner, null, case when s.claimed is not null then ${id('pairing', 's.s', sales)}::text end),
           (3, s.activated, 'heartbeat', 'CLAIMED', 'ACTIVE', null, null, null, null),
           (4, case when s.kind <> 'CANCELLED' then s.ended end, case when ${refunded} then 'refundSale' else 'setDeviceStatus' end,
            case when s.activated is not null then 'ACTIVE' when s.claimed is not null then 'CLAIMED' else 'SOLD' end, s.kind,
            owner, case when s.kind = 'REVOKED' then owner end,
            case when ${refunded} then ${refundReason} else ${pick(RETURN_REASONS, chance('s.s', 51))} end, case when ${refunded} then seller else support end),
           (5, s.retired, 'setDeviceStatus', 'RETURNED', 'RETIRED', null, null, 'Beyond repair', support),
           (6, s.back, 'setDeviceStatus', 'RETURNED', 'INVENTORY', null, null, 'Checked and cleaned', support),
           (7, (s.back + s.ready) / 2, 'resetClaim', 'INVENTORY', 'INVENTORY', null, null, 'New label', support),
           (8, s.ready, 'secretProved', 'INVENTORY', 'READY', null, null, null, null)) as t (n, at, cause, a, b, x, y, reason, actor)
         where s.d = d.d and t.at is not null
        union all
        select 255, d.twist_at, 'setDeviceStatus', d.was, d.status, ${id('customer', 'd.m', customers)}, ${id('customer', 'd.m', customers)},
               'Reported by support', ${member('SUPPORT', 'd.d')}::text
         where d.twist_at is not null) e
     where d.d between ${from} and ${to}`;
  },
);

const pairings = sqlStep(
  { name: 'pairings', of: (facts) => facts.sales, chunk: 50_000 },
  ({ sales, customers }, from, to) => `
    insert into pairing (id, device_id, customer_id, app_installation_id, public_key, device_name, app_version, epoch, created_at, expires_at,
                         revoked_at, revoked_reason, key_thumbprint, credential_id)
    select ${id('pairing', 's.s', sales)}, d.id, ${id('customer', 's.m', customers)}, replace(${id('pairing', '-s.s', sales)}::text, '-', ''),
           '{"crv":"Ed25519","kty":"OKP","x":"' || rtrim(translate(encode(sha256(('x' || s.s)::bytea), 'base64'), '+/', '-_'), '=') || '"}',
           ${pick(['iPhone', 'Galaxy A54', 'Redmi Note 12', 'Pixel 8', 'Телефон'], chance('s.s', 53))}, '2.' || (s.s % 7) || '.0',
           (select coalesce(count(ended) filter (where kind = 'RETURNED') + count(back), 0) from ${PLACE}.sale e where e.d = s.d and e.j < s.j),
           ${time('s.claimed')}, ${time('s.claimed + 86400 * 365')}, ${time('coalesce(s.ended, d.twist_at)')},
           case when s.ended is not null then case when s.refund is not null then 'refundSale' else 'setDeviceStatus' end
                when d.twist_at is not null then 'setDeviceStatus' end,
           rtrim(translate(encode(sha256(('t' || s.s)::bytea), 'base64'), '+/', '-_'), '='), ${id('credential', 's.s', sales)}
      from ${PLACE}.sale s
      join lateral (select id, case when status = 'REVOKED' and live = s.s then twist_at end as twist_at from ${PLACE}.device where d = s.d) d on true
     where s.s between ${from} and ${to} and s.claimed is not null`,
);

/** Why the service paused a rollout, as it was then: devices that failed have installed the release since. */
const STOPPED = explanation('INSTALLATIONS_FAILED', { failed: 4, finished: 30 });

/** How often a hardware revision fails. */
const FAILING = `case b.hardware_revision ${PRODUCTS.map((p) => `when '${p.hardwareRevision}' then ${p.failing}`).join(' ')} end`;

const releases = sqlStep({ name: 'releases', fills: ['release', `${PLACE}.version`] }, ({ timeline: { now } }) => [
  `create unlogged table ${PLACE}.version as
   select v.n, v.version, 100 * v.n as build, p.hardware_revision, p.model, ${PLACE}.at(greatest(v.share, p.begins)) as at,
          v.share > 0.98 as newest
     from (values ${VERSIONS.map(({ version, at }, index) => `(${index + 1}, '${version}', ${at}::float8)`).join()}) as v (n, version, share)
     join (values ${PRODUCTS.map((p) => `('${p.model}', '${p.hardwareRevision}', ${p.from}::float8, ${p.to}::float8)`).join()})
       as p (model, hardware_revision, begins, ends) on v.share >= p.begins - 0.15`,
  `insert into release (id, source, product, model, version, build_number, hardware_revision, security_version, channel, lifecycle, mandatory,
                        release_notes, firmware_sha256, firmware_size, signed_by, rollout_percentage, rollout_started_at, completed_at, revoked_at,
                        pause_reason, paused_by, created_by, revision, created_at, updated_at)
   select ${id('release', 'row_number() over (order by at, hardware_revision)', 100)}, 'LEGACY', null, null, version, build, hardware_revision, 1, 'BETA',
          lifecycle, false, array['Fixes and improvements.'], encode(sha256(${IMAGE}::bytea), 'hex'), ${IMAGE_BYTES}, '{}',
          case lifecycle when 'COMPLETED' then 60 + n * 4 when 'ROLLING_OUT' then 20 when 'PAUSED' then 10 when 'REVOKED' then 5 else 0 end,
          case when lifecycle <> 'DRAFT' then ${time('at')} end, case when lifecycle = 'COMPLETED' then ${time(`least(${now}, at + 86400 * 30)`)} end,
          case when lifecycle = 'REVOKED' then ${time('at + 86400 * 3')} end, case when lifecycle = 'PAUSED' then '${STOPPED}' end,
          case when lifecycle = 'PAUSED' then 'SYSTEM' end, ${member('FIRMWARE_MANAGER', 'n')}, case lifecycle when 'DRAFT' then 1 when 'ROLLING_OUT' then 3 else 4 end,
          ${time('at - 86400')}, ${time(`least(${now}, at + 86400 * case lifecycle when 'COMPLETED' then 30 when 'REVOKED' then 3 else 0 end)`)}
     from (select *, case when newest then 'ROLLING_OUT' when n = 4 and hardware_revision = 'rev-b' then 'REVOKED'
                          when n = 8 and hardware_revision = 'l2-a' then 'PAUSED' else 'COMPLETED' end as lifecycle
             from ${PLACE}.version where n > 1) v
   on conflict (hardware_revision, version, build_number) do nothing`,
  `insert into release_event (id, release_id, at, from_lifecycle, to_lifecycle, from_percentage, to_percentage, reason, actor_id)
   select ${id('releaseEvent', 'row_number() over (order by r.created_at, r.id, e.n)', 1000)}, r.id, e.at, e.a, e.b, e.x, e.y, e.reason, e.actor
     from release r cross join lateral (values
       (1, r.created_at, null, 'DRAFT', null::int, 0, null, r.created_by),
       (2, r.created_at + interval '1 hour', 'DRAFT', 'READY', 0, 0, null, r.created_by),
       (3, r.rollout_started_at, 'READY', 'ROLLING_OUT', 0, r.rollout_percentage, null, r.created_by),
       (4, case when r.lifecycle = 'COMPLETED' then r.completed_at when r.lifecycle in ('REVOKED', 'PAUSED') then r.updated_at end,
        'ROLLING_OUT', r.lifecycle, r.rollout_percentage, r.rollout_percentage, r.pause_reason, case when r.paused_by is null then r.created_by end))
       as e (n, at, a, b, x, y, reason, actor)
    where e.at is not null and not exists (select from release_event k where k.release_id = r.id)`,
  `alter table ${PLACE}.version add column id uuid`,
  `update ${PLACE}.version v set id = r.id from release r
    where r.hardware_revision = v.hardware_revision and r.version = v.version and r.build_number = v.build`,
]);

/** SQL: the last signal of device d, Unix seconds; of one that hangs in an installation it is the last report. */
const lastSignal = (now: number) => `
  least(${now}, greatest(coalesce(d.activated, d.created) + 60, (
    select case when d.activated is null then d.last_ended - 3600
                when d.status <> 'ACTIVE' then coalesce(d.twist_at, d.last_ended, ${now})
                when r < 0.62 then ${now} - 420 * r when r < 0.8 then ${now} - 86400 * (r - 0.62) * 5
                when r < 0.92 then ${now} - 86400 * (1 + (r - 0.8) * 200) else d.activated + (${now} - d.activated) * (r - 0.92) * 12 end
      from (select ${chance('d.d', 81)} as r offset 0) r)))`;

const installations = sqlStep(
  {
    name: 'installations',
    of: (facts) => facts.devices,
    chunk: CHUNK,
    quiet: ['installation'],
    fills: ['installation'],
  },
  ({ devices: count, timeline: { now } }, from, to) => {
    const key = '(d.d::bigint * 32 + v.n)';
    const outcome = pick(FAILURES, chance(key, 77));
    // Some devices fell silent in the middle, some hours ago: the service finds them stuck, and later possibly bricked.
    const hangs = `v.newest and ${chance(key, 66)} < 0.2`;
    return `
    insert into installation (id, device_id, release_id, attempt, status, closed_reason, failure_source, failure_code, failure_reason,
                              from_version, from_build_number, verification, evidence, matching_heartbeats, started_at, finished_at,
                              last_report_at, last_report_ms, retry_at, revision, created_at, updated_at)
    select ${id('installation', `d::bigint * 64 + n * 2 + attempt`, count * 64)}, device_id, release_id, attempt, status, null,
           case when status in ('FAILED', 'ROLLED_BACK') then 'DEVICE' end, case when status in ('FAILED', 'ROLLED_BACK') then split_part(failure, '|', 1) end,
           case when status in ('FAILED', 'ROLLED_BACK') then split_part(failure, '|', 2) end, from_version, from_build,
           case when status = 'SUCCESS' then case when ${chance('key', 78)} < 0.96 then 'CONFIRMED' else 'UNVERIFIED' end end,
           case when status = 'SUCCESS' and ${chance('key', 78)} < 0.96 then 'HEARTBEAT' end, case when status = 'SUCCESS' then 2 else 0 end,
           case when status <> 'AVAILABLE' then ${time('offered + 30')} end, case when ended then ${time('finished')} end,
           case when status <> 'AVAILABLE' then ${time(`least(finished, ${now})`)} end,
           case when status <> 'AVAILABLE' then (least(finished, ${now}) * 1000)::bigint end, null,
           case status when 'AVAILABLE' then 1 when 'DOWNLOADING' then 3 when 'INSTALLING' then 5 else 7 end, ${time('offered')}, ${time(`case when status = 'AVAILABLE' then offered else least(finished, ${now}) end`)}
      from (
        select d, n, device_id, release_id, key, a.attempt, offered + 4000 * (a.attempt - 1) as offered, finished + 4000 * (a.attempt - 1) as finished,
               failure, from_version, from_build, finished + 4000 * (a.attempt - 1) <= ${now} and not (idle and a.attempt = 1) and not hangs as ended,
               case when idle then 'AVAILABLE' when hangs then 'INSTALLING' when finished + 4000 * (a.attempt - 1) > ${now} then 'DOWNLOADING'
                    when a.attempt = 1 and fails then case when ${chance('key', 76)} < 0.2 then 'ROLLED_BACK' else 'FAILED' end
                    when a.attempt = 2 and ${chance('key', 75)} < 0.15 then 'FAILED' else 'SUCCESS' end as status
          from (
            select d.d, v.n, d.id as device_id, v.id as release_id, ${key} as key, ${chance(key, 74)} < ${FAILING} as fails, ${outcome} as failure,
                   offered, offered + 120 + 2400 * ${chance(key, 73)} ^ 3 as finished, newest and ${chance(key, 72)} < 0.3 as idle,
                   ${hangs} and ${chance(key, 72)} >= 0.3 and ${chance(key, 74)} >= ${FAILING} as hangs,
                   coalesce(lag(v.version) over w, f.version) as from_version, coalesce(lag(v.build) over w, f.build) as from_build
              from ${PLACE}.device d
              join ${PLACE}.batch b on b.n = d.batch
             cross join lateral (select max(activated) as since, max(ended) filter (where activated is not null) as ended
                                   from (select activated, ended from ${PLACE}.sale where d = d.d and activated is not null order by j desc limit 1) l) l
             cross join lateral (select version, build, at from ${PLACE}.version
                                  where hardware_revision = b.hardware_revision and (at <= d.created or n = 1) order by build desc limit 1) f
              join ${PLACE}.version v on v.hardware_revision = b.hardware_revision and v.build > f.build
             cross join lateral (select greatest(v.at, l.since) + 86400 * (0.1 + 90 * ${chance(key, 71)} ^ 4) as planned) p
             cross join lateral (select greatest(planned, case when ${hangs} then ${now} - 3600 * (3 + 40 * ${chance(key, 65)}) end) as offered) o
             where d.d between ${from} and ${to} and d.seen > 0 and ${GETS_RELEASES} and ${chance(key, 69)} < 0.42
               and o.offered < least(l.ended, ${lastSignal(now)}) - 7200 and v.id is not null
               and (not v.newest or ${chance('d.d', 42)} < 0.06 or ${chance(key, 68)} < 0.3)
            window w as (partition by d.d order by v.build)
          ) i
         cross join lateral (select generate_series(1, case when fails and not idle and finished + 4000 <= ${now} and ${chance('key', 67)} < 0.8 then 2 else 1 end) as attempt) a
      ) t`;
  },
);

const presence = sqlStep(
  { name: 'presence', of: (facts) => facts.devices, chunk: 50_000, fills: ['device_presence'] },
  ({ timeline: { now } }, from, to) => `
    insert into device_presence (device_id, device_created_at, device_hardware_revision, last_seen_at, last_timestamp_ms, firmware_version, firmware_build_number, hardware_revision, ota_slot,
                                 app_version, uptime, wifi_rssi, free_heap, temperature, status)
    select d.id, ${time('d.created')}, b.hardware_revision, ${time('seen_at')}, (seen_at * 1000)::bigint, coalesce(i.version, f.version), coalesce(i.build_number, f.build), b.hardware_revision,
           case when d.d % 2 = 0 then 'ota_0' else 'ota_1' end, '2.' || (d.d % 7) || '.0', floor(least(${chance('d.d', 82)} ^ 3 * 8640000, seen_at - started))::bigint,
           -(35 + 55 * ${chance('d.d', 83)})::int, 60000 + (120000 * ${chance('d.d', 84)})::int,
           round((28 + 24 * ${chance('d.d', 85)} + case b.hardware_revision when 'rev-a' then 8 else 0 end)::numeric, 1)::float8,
           case when ${chance('d.d', 86)} < 0.03 then 'degraded' when ${chance('d.d', 86)} < 0.04 then 'shutdown' else 'healthy' end
      from ${PLACE}.device d
      join ${PLACE}.batch b on b.n = d.batch
      left join lateral (
        select r.version, r.build_number, extract(epoch from i.finished_at)::float8 as installed
          from installation i join release r on r.id = i.release_id
         where i.device_id = d.id and i.status = 'SUCCESS' order by r.build_number desc limit 1) i on true
      left join lateral (
        select extract(epoch from last_report_at)::float8 as at from installation
         where device_id = d.id and status = 'INSTALLING' order by last_report_at desc limit 1) hangs on true
     cross join lateral (
       select coalesce(hangs.at, ${lastSignal(now)}) as seen_at,
              greatest((select max(activated) from ${PLACE}.sale where d = d.d), i.installed) as started) seen
     cross join lateral (select version, build from ${PLACE}.version
                          where hardware_revision = b.hardware_revision and (at <= d.created or n = 1) order by build desc limit 1) f
     where d.d between ${from} and ${to} and d.seen > 0
     order by d.id`,
);

/** Every two hours of the last days. */
const HEARTBEATS = 84;

const heartbeats = sqlStep(
  { name: 'heartbeats', of: speakers, chunk: 2_000 },
  ({ devices: count, timeline: { now } }, from, to) => `
    insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, firmware_build_number, hardware_revision, ota_slot, app_version,
                           uptime, wifi_rssi, free_heap, temperature, status)
    select p.device_id, ${time('t.at')}, (t.at * 1000)::bigint, p.firmware_version, p.firmware_build_number, p.hardware_revision, p.ota_slot, p.app_version,
           greatest(0, p.uptime - (extract(epoch from p.last_seen_at) - t.at))::bigint, p.wifi_rssi + (n % 5) - 2, p.free_heap - n * 16, p.temperature + (n % 7) / 10.0, p.status
      from generate_series(${from}, ${to}) k
      join ${PLACE}.device d on d.d = ${speaker('k', { devices: count })} and d.activated is not null
      join device_presence p on p.device_id = d.id
     cross join generate_series(0, ${HEARTBEATS - 1}) n
     cross join lateral (select extract(epoch from last_seen_at)::float8 - 7200 * n as at) t
     where at > greatest(d.activated, ${now} - 7 * 86400)
     order by at`,
);

export { batches as batchStep, devices as deviceStep, events as eventStep, pairings as pairingStep };

/** What devices did: each step rests on the one before. */
export const firmware: readonly Step[] = [releases, installations, presence, offerStep, ...fleetDays, heartbeats];
