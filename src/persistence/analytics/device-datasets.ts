import { defineDataset } from './dataset.ts';

/** A device that announced its shutdown is offline at once. */
const ONLINE = `p.last_seen_at >= {now} - make_interval(mins => t.online_threshold_minutes) and p.status <> 'shutdown'`;
const ACTIVE = 'p.last_seen_at >= {now} - make_interval(days => t.active_threshold_days)';

/** The current devices, with the thresholds of the business settings. */
export const deviceDataset = defineDataset({
  from: `device d cross join business_settings t
    left join device_presence p on p.device_id = d.id
    left join inventory_batch b on b.id = d.batch_id
    left join customer c on c.id = d.owner_id`,
  aggregates: {
    devices: 'count(*)',
    online: `count(*) filter (where ${ONLINE})`,
    active: `count(*) filter (where ${ACTIVE})`,
    unseen: 'count(*) filter (where p.last_seen_at is null)',
  },
  metrics: {
    devices: { type: 'INTEGER', of: ['devices'] },
    /** A heartbeat within the settings' minutes that does not announce a shutdown. */
    online: { type: 'INTEGER', of: ['online'] },
    /** Not online, but with an earlier heartbeat. */
    offline: { type: 'INTEGER', of: ['devices', 'online', 'unseen'], sql: '{devices} - {online} - {unseen}' },
    /** A heartbeat within the settings' days. */
    active: { type: 'INTEGER', of: ['active'] },
    /** No heartbeat yet. */
    neverSeen: { type: 'INTEGER', of: ['unseen'] },
  },
  dimensions: {
    STATUS: 'd.status',
    MODEL: 'd.model',
    HARDWARE_REVISION: 'd.hardware_revision',
    FIRMWARE_VERSION: 'p.firmware_version',
    BATCH: 'b.code',
    REGION: 'c.region',
  },
  fields: {
    status: { column: 'd.status', type: 'enum' },
    model: { column: 'd.model', type: 'text' },
    hardwareRevision: { column: 'd.hardware_revision', type: 'text' },
    firmwareVersion: { column: 'p.firmware_version', type: 'text' },
    batch: { column: 'b.code', type: 'text' },
  },
});

/** The current batches. */
export const batchDataset = defineDataset({
  from: 'inventory_batch b',
  aggregates: { batches: 'count(*)' },
  metrics: { batches: { type: 'INTEGER', of: ['batches'] } },
  dimensions: { STATUS: 'b.status' },
  fields: { status: { column: 'b.status', type: 'enum' } },
});

const CODE_STATUS = `case when c.status = 'AVAILABLE' and c.expires_at <= {now} then 'EXPIRED' else c.status end`;

/** The current claim codes; EXPIRED is derived from the time and never stored. */
export const claimCodeDataset = defineDataset({
  from: 'claim_code c',
  aggregates: { codes: 'count(*)' },
  metrics: { claimCodes: { type: 'INTEGER', of: ['codes'] } },
  dimensions: { STATUS: CODE_STATUS },
  fields: {},
});

/** The current customers. */
export const customerDataset = defineDataset({
  from: 'customer c',
  aggregates: { customers: 'count(*)' },
  metrics: { customers: { type: 'INTEGER', of: ['customers'] } },
  dimensions: { REGION: 'c.region' },
  fields: {},
});
