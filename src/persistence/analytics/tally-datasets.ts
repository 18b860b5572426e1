import { tallyOf } from '../tallies.ts';
import { defineDataset } from './dataset.ts';
import { claimCodeDataset, customerDataset, deviceDataset } from './device-datasets.ts';
import { preorderDataset } from './preorder-datasets.ts';

/** Current records, counted by the triggers that keep the tallies: figures that read a few rows, however many records there are. */
const COUNT = 'coalesce(sum(k.count), 0)::bigint';

export const deviceTally = defineDataset({
  from: tallyOf('device'),
  aggregates: { devices: COUNT },
  metrics: { devices: deviceDataset.metrics.devices },
  dimensions: { STATUS: 'k.status', HARDWARE_REVISION: 'k.hardware_revision' },
  fields: {},
});

export const customerTally = defineDataset({
  from: tallyOf('customer'),
  aggregates: { customers: COUNT },
  metrics: customerDataset.metrics,
  dimensions: {},
  fields: {},
});

export const preorderTally = defineDataset({
  from: tallyOf('preorder'),
  aggregates: { preorders: COUNT },
  metrics: { preorders: preorderDataset.metrics.preorders },
  dimensions: { STATUS: 'k.status' },
  fields: {},
});

/** EXPIRED is derived from the time: an index of the AVAILABLE codes by their end counts it. */
const EXPIRED = `select count(*) from claim_code where status = 'AVAILABLE' and expires_at <= {now}`;

export const claimCodeTally = defineDataset({
  from: `(select k.status, k.count from ${tallyOf('claim_code')}
    union all select w.status, w.sign * e.count
      from (${EXPIRED}) e cross join (values ('EXPIRED', 1), ('AVAILABLE', -1)) w (status, sign)) k`,
  aggregates: { codes: COUNT },
  metrics: claimCodeDataset.metrics,
  dimensions: { STATUS: 'k.status' },
  fields: {},
});
