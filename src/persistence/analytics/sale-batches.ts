import { SaleRecord } from '../../model/records/sale.ts';
import { listField } from '../lists/record-list.ts';
import { trustedSql } from '../sql/sql.ts';
import { tallyOf } from '../tallies.ts';
import type { Rollup } from './dataset.ts';

const COUNTS = `k.status <> 'CANCELLED'`;
const summed = (column: string) => `coalesce(sum(k.${column}) filter (where ${COUNTS}), 0)::bigint`;

/** All sales ever by the batch of their device (ADR 30): some rows for each batch, and no times. */
export const saleBatchRollup: Rollup = {
  from: `${tallyOf('sale_batch')} left join inventory_batch b on b.id = k.batch_id::uuid`,
  currency: 'k.currency',
  rows: 'sum(k.count)',
  aggregates: {
    orders: summed('count'),
    cancelled: `coalesce(sum(k.count) filter (where not ${COUNTS}), 0)::bigint`,
    gross: summed('unit_price'),
    discount: summed('discount'),
    refunded: summed('refunded_total'),
    returned: `coalesce(sum(k.count) filter (where ${COUNTS} and k.is_returned = 'true'), 0)::bigint`,
  },
  dimensions: {
    CURRENCY: { sql: 'k.currency' },
    STATUS: { sql: 'k.status' },
    DEVICE_MODEL: { sql: `nullif(k.model, '')` },
    DEVICE_HARDWARE_REVISION: { sql: `nullif(k.hardware_revision, '')` },
    DEVICE_BATCH_CODE: { sql: `nullif(b.code, '')` },
  },
  fields: {
    status: listField(SaleRecord, 'status', trustedSql('k.status')),
    currency: listField(SaleRecord, 'currency', trustedSql('k.currency')),
  },
};
