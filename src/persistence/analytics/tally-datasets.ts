import { tallyOf } from '../tallies.ts';
import { customersDataset } from './customers-dataset.ts';
import { defineDataset } from './dataset.ts';
import { claimCodeDataset, deviceDataset } from './device-datasets.ts';
import { OPEN_PREORDER, preorderDataset } from './preorder-datasets.ts';

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

/** What preorders with such a status are worth. */
const worth = (condition: string) => `coalesce(sum(k.full_price) filter (where ${condition}), 0)::bigint`;
const { preorders, quantity, expected, fulfilled } = preorderDataset.metrics;

export const preorderTally = defineDataset({
  from: tallyOf('preorder'),
  currency: 'k.currency',
  aggregates: {
    preorders: COUNT,
    quantity: 'coalesce(sum(k.quantity), 0)::bigint',
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
