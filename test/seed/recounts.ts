const GROUPS = `starts_at, previous_at, previous_of_version_at, model, hardware_revision, status, firmware_version, device_days, heartbeats, heard, expected,
  restarts, weak_wifi, with_wifi, with_mean_temperature, hot, with_temperature, highest_temperature, lowest_free_heap, round(wifi_rssi::numeric, 6), round(temperature::numeric, 6)`;
const GROUPED_DAYS = `
  select starts_at, previous_at, previous_of_version_at, model, hardware_revision, status, firmware_version, count(*) as device_days, sum(heartbeats) as heartbeats,
         sum(least(heard_seconds, expected_seconds)) as heard, sum(expected_seconds) as expected, sum(restarts) as restarts,
         count(*) filter (where average_rssi <= -75) as weak_wifi, count(average_rssi) as with_wifi, count(average_temperature) as with_mean_temperature,
         count(*) filter (where highest_temperature >= 60) as hot, count(highest_temperature) as with_temperature,
         max(highest_temperature) as highest_temperature, min(lowest_free_heap) as lowest_free_heap, sum(average_rssi) as wifi_rssi, sum(average_temperature) as temperature
    from (select dd.*, d.model, d.hardware_revision, lag(starts_at) over (partition by device_id order by starts_at) as previous_at,
                 lag(starts_at) over (partition by device_id, firmware_version order by starts_at) as previous_of_version_at
            from device_day dd join device d on d.id = dd.device_id) t
   group by 1, 2, 3, 4, 5, 6, 7`;
/** Groups of days that are not what the days of their devices are. */
export const WRONG_GROUPS = `
  (select ${GROUPS} from fleet_day_group except all select ${GROUPS} from (${GROUPED_DAYS}) counted)
  union all (select ${GROUPS} from (${GROUPED_DAYS}) counted except all select ${GROUPS} from fleet_day_group)`;

/**
 * What must hold in a database that only the service has written: each statement finds the rows that break it. Counters and
 * everything that was derived are recounted.
 */
export const RECOUNTS: Readonly<Record<string, string>> = {
  'order numbers are gapless and counted': `
    select year, c.last, count(s.*), count(distinct s.number) from order_counter c
      left join sale s on split_part(s.number, '-', 2)::int = c.year
     group by year, c.last having count(s.*) <> c.last or count(distinct s.number) <> c.last
            or max(split_part(s.number, '-', 3)::int) <> c.last`,
  'order numbers name the year in the business time zone': `
    select number from sale where split_part(number, '-', 2)::int <> extract(year from created_at at time zone 'Asia/Tashkent')`,
  'refunded totals are the sums of refunds': `
    select s.id from sale s left join refund r on r.sale_id = s.id
     group by s.id having s.refunded_total <> coalesce(sum(r.amount), 0)`,
  'releases count their installations': `
    select release_id, status, verification from (
      select release_id, status, verification, count from release_counter where count > 0
      union all select release_id, status, coalesce(verification, ''), -count(*) from installation group by 1, 2, 3) t
     group by 1, 2, 3 having sum(count) <> 0`,
  'the reserved capacity is what preorders hold': `
    select reserved from preorder_settings
     where reserved <> (select coalesce(sum(quantity), 0) from preorder where status <> 'CANCELLED' and deleted_at is null)
        or preorder_capacity < reserved`,
  'a device has the status and the owner of its last event, and a revision for each': `
    select d.id from device d cross join lateral (select * from device_event e where e.device_id = d.id order by at desc, id desc limit 1) e
     where d.status <> e.to_status or d.revision <> (select count(*) from device_event c where c.device_id = d.id)
        or (e.cause <> 'heartbeat' and d.owner_id is distinct from e.to_owner_id)`,
  'each event begins where the one before ended': `
    select * from (select device_id, from_status, lag(to_status) over (partition by device_id order by at, id) as before from device_event) t
     where from_status is distinct from before`,
  'a device in use belongs to the buyer of its live sale': `
    select d.id from device d left join sale s on s.device_id = d.id and s.status not in ('CANCELLED', 'REFUNDED') and s.device_released_at is null
     where (d.status in ('SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED')) <> (s.id is not null) and d.status not in ('REPAIR', 'REVOKED')
        or d.status in ('SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED') and d.owner_id is distinct from s.customer_id
        or d.status in ('READY', 'INVENTORY', 'RETURNED', 'RETIRED') and d.owner_id is not null`,
  'claims of devices and sales agree': `
    select d.id from device d join sale s on s.device_id = d.id and s.status not in ('CANCELLED', 'REFUNDED') and s.device_released_at is null
     where s.claimed_at is distinct from d.claimed_at or (d.status = 'ACTIVE') and d.activated_at is null or d.activated_at < d.claimed_at`,
  'pairings live with the claim, in the epoch of the device': `
    select d.id from device d left join pairing p on p.device_id = d.id and p.revoked_at is null
     group by d.id having count(p.id) <> (d.status in ('CLAIMED', 'ACTIVE', 'SUSPENDED') or d.status = 'REPAIR' and d.claimed_at is not null)::int
            or max(p.epoch) <> d.pairing_epoch or max(p.customer_id::text) <> d.owner_id::text`,
  'a device has one live secret unless it lost it': `
    select d.id from device d left join device_secret s on s.device_id = d.id
     group by d.id having count(*) filter (where s.state = 'ACTIVE') <> (d.status not in ('INVENTORY', 'REVOKED'))::int or count(s.*) <> max(s.version)`,
  'a claim code is available, claimed or void as its device is': `
    select d.id from device d cross join lateral (select * from claim_code c where c.device_id = d.id order by created_at desc, id desc limit 1) c
     where c.status <> case when d.status in ('INVENTORY', 'REVOKED', 'RETURNED', 'RETIRED') then 'VOID' when d.claimed_at is not null then 'CLAIMED' else 'AVAILABLE' end
        or (c.status = 'CLAIMED' and c.claimed_at is distinct from d.claimed_at) or (c.status = 'AVAILABLE' and c.claimed_at is not null)`,
  'nothing is sold before it is made, and to nobody before they came': `
    select s.id from sale s join device d on d.id = s.device_id join customer c on c.id = s.customer_id
     where s.created_at < d.created_at or s.created_at < c.created_at`,
  'sales of a device do not overlap': `
    select device_id from (select device_id, sold_at, lag(coalesce(cancelled_at, device_released_at)) over (partition by device_id order by sold_at) as free,
             row_number() over (partition by device_id order by sold_at) as n from sale) t
     where n > 1 and (free is null or free > sold_at)`,
  'an ended batch has as many devices as it was planned for': `
    select b.id from inventory_batch b left join device d on d.batch_id = b.id
     group by b.id having count(d.id) <> case when b.status in ('COMPLETED', 'ARCHIVED') then b.quantity else 0 end`,
  'a preorder has the status of its last event, and the times of its steps': `
    select p.id from preorder p cross join lateral (select to_status from preorder_event e where e.preorder_id = p.id order by at desc, id desc limit 1) e
     where p.status <> e.to_status or (p.status = 'CANCELLED') <> (p.cancelled_at is not null) or (p.status = 'FULFILLED') <> (p.fulfilled_at is not null)
        or p.refund_due <> (p.status = 'CANCELLED' and p.deposit_paid_at is not null)
        or p.status in ('DEPOSIT_PAID', 'READY_TO_SHIP', 'FULFILLED') and p.deposit_paid_at is null
        or p.deleted_at is null and p.customer_id is null or p.deleted_at is not null and coalesce(p.full_name, p.phone, p.utm_source) is not null`,
  'a preorder became a sale of its customer when it was fulfilled, and at most one for each of its devices': `
    select s.id from sale s join preorder p on p.id = s.preorder_id
     where s.customer_id is distinct from p.customer_id or s.sold_at < p.created_at
    union all select p.id from preorder p where p.quantity < (select count(*) from sale s where s.preorder_id = p.id and s.status <> 'CANCELLED')`,
  'an installation that has ended says when and how': `
    select id from installation where (status in ('SUCCESS', 'FAILED', 'ROLLED_BACK')) <> (finished_at is not null) or finished_at < started_at
        or started_at < created_at or (status = 'SUCCESS') <> (verification is not null) or (status in ('FAILED', 'ROLLED_BACK')) <> (failure_code is not null)`,
  'no device runs what was not installed on it or older than itself': `
    select p.device_id from device_presence p join device d on d.id = p.device_id
     where exists (select from installation i join release r on r.id = i.release_id
                    where i.device_id = p.device_id and i.status = 'SUCCESS' and r.build_number > p.firmware_build_number)
        or d.activated_at > p.last_seen_at or d.status in ('ACTIVE', 'SUSPENDED') and p.device_id is null`,
  'a device was seen after all that it did, and runs no longer than since it was activated or updated': `
    select p.device_id from device_presence p join installation i on i.device_id = p.device_id
     where i.created_at > p.last_seen_at or i.last_report_at > p.last_seen_at
        or i.status = 'SUCCESS' and i.release_id = (select id from release r where r.hardware_revision = p.hardware_revision and r.build_number = p.firmware_build_number)
           and i.finished_at > p.last_seen_at - p.uptime * interval '1 second'
    union all select p.device_id from device_presence p join device d on d.id = p.device_id where d.activated_at > p.last_seen_at - p.uptime * interval '1 second'`,
  'a day of the fleet counts the days of its devices': `
    select f.starts_at from fleet_day f left join device_day d on d.starts_at = f.starts_at
     group by f.starts_at having f.devices <> count(d.device_id) or f.heartbeats <> coalesce(sum(d.heartbeats), 0)`,
  'groups of days are what the days of their devices are': WRONG_GROUPS,
  'days of the fleet follow one another': `
    select starts_at from (select starts_at, lag(ends_at) over (order by starts_at) as before from fleet_day) f where starts_at <> before`,
  'a day of a device has the status that its history gives, and no more time than there was': `
    select d.device_id from device_day d join fleet_day f on f.starts_at = d.starts_at
     cross join lateral (select to_status, at from device_event e where e.device_id = d.device_id and e.at < f.ends_at and to_status is distinct from from_status
                          order by at desc, id desc limit 1) e
     where d.status <> e.to_status or d.heard_seconds > extract(epoch from f.ends_at - f.starts_at)
        or d.expected_seconds <> case e.to_status when 'ACTIVE' then round(extract(epoch from f.ends_at - greatest(f.starts_at, e.at))) else 0 end`,
  'a device ran on its last day what it runs': `
    select device_id from (select distinct on (d.device_id) d.device_id, d.firmware_build_number as ran, p.firmware_build_number as runs, f.ends_at
                             from device_day d join fleet_day f on f.starts_at = d.starts_at join device_presence p on p.device_id = d.device_id
                            order by d.device_id, d.starts_at desc) t
     where ran > runs or ran < runs and not exists (select from installation i where i.device_id = t.device_id and i.status = 'SUCCESS' and i.finished_at >= t.ends_at)`,
  'nothing is later than now': `
    select id from sale where updated_at > now() union all select id from device where updated_at > now()
    union all select id from device_event where at > now() union all select id from audit_entry where at > now()
    union all select id from customer where created_at > now() union all select id from preorder where updated_at > now()
    union all select device_id from device_presence where last_seen_at > now() union all select id from installation where updated_at > now()
    union all select id from refund where created_at > now() union all select id from customer_note where created_at > now()`,
  'no trigger is left off': `select tgname from pg_trigger where tgenabled = 'D'`,
  'nothing of the seed is left': `select nspname from pg_namespace where nspname = 'karvon_seed'`,
};
