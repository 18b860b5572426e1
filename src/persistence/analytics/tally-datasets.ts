import { tallyOf } from '../tallies.ts';
import { customersDataset } from './customers-dataset.ts';
import { defineDataset } from './dataset.ts';
import { claimCodeDataset, deviceDataset } from './device-datasets.ts';
import { OPEN_PREORDER, preorderDataset, preorderViewMetrics } from './preorder-datasets.ts';

/** Current records, counted by the triggers that keep the tallies: figures that read a few rows, however many records there are. */
const COUNT = 'coalesce(sum(k.count), 0)::bigint';

export const deviceTally = defineDataset({
  from: tallyOf('device'),
  aggregates: { devices: COUNT },
  metrics: { devices: deviceDataset.metrics.devices },
  dimensions: { STATUS: { sql: 'k.status' }, HARDWARE_REVISION: { sql: 'k.hardware_revision' } },
  fields: {},
});

export const customerTally = defineDataset({
  from: tallyOf('customer'),
  aggregates: { customers: COUNT },
  metrics: { customers: customersDataset.metrics.customers },
  dimensions: {},
  fields: {},
});

/** All devices in preorders. */
const QUANTITY = 'coalesce(sum(k.quantity), 0)::bigint';
/** What preorders with such a status are worth. */
const worth = (condition: string) => `coalesce(sum(k.full_price) filter (where ${condition}), 0)::bigint`;
const { preorders, quantity, expected, fulfilled } = preorderDataset.metrics;

export const preorderTally = defineDataset({
  from: tallyOf('preorder'),
  currency: 'k.currency',
  aggregates: {
    preorders: COUNT,
    quantity: QUANTITY,
    expected: worth(OPEN_PREORDER.replace('p.', 'k.')),
    fulfilled: worth(`k.status = 'FULFILLED'`),
  },
  metrics: { preorders, quantity, expected, fulfilled },
  dimensions: {
    STATUS: { sql: 'k.status' },
    LOCALE: { sql: 'k.locale' },
    PRODUCT_COLOR: { sql: 'k.product_color' },
    CURRENCY: { sql: 'k.currency' },
  },
  fields: {},
});

export const preorderSourceTally = defineDataset({
  from: tallyOf('preorder_source'),
  aggregates: { preorders: COUNT, quantity: QUANTITY },
  metrics: { preorders, quantity },
  dimensions: { UTM_SOURCE: { sql: `nullif(k.utm_source, '')` } },
  fields: {},
});

export const preorderRegionTally = defineDataset({
  from: tallyOf('preorder_region'),
  aggregates: { preorders: COUNT, quantity: QUANTITY },
  metrics: { preorders, quantity },
  dimensions: { REGION: { sql: `nullif(k.region, '')` } },
  fields: {},
});

/** Those of today and of old days: a visit that becomes a part of the count of its day leaves one tally and comes into the other. */
export const preorderViewTally = defineDataset({
  from: `(select * from ${tallyOf('preorder_view_event')} union all select * from ${tallyOf('preorder_view_day')}) k`,
  aggregates: { sessions: COUNT },
  metrics: preorderViewMetrics,
  dimensions: { UTM_SOURCE: { sql: `nullif(k.utm_source, '')` }, LOCALE: { sql: 'k.locale' } },
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
  dimensions: { STATUS: { sql: 'k.status' } },
  fields: {},
});
