import { Type } from 'typebox';
import { type PaymentStatus, SALES_RANGES, type SalesChannel } from '../../model/enums.ts';
import { currencyOf } from '../../model/grammar.ts';
import type { Queryable } from '../../model/ports.ts';
import {
  SalesAnalyticsRecord,
  type SalesAnalyticsView,
  SalesBucketRecord,
  SalesByChannelRecord,
  SalesByModelRecord,
  SalesByPaymentStatusRecord,
  type SalesRangeView,
  SalesTotalsRecord,
} from '../../model/records/sales-analytics.ts';
import { metricsOf, viewFigures } from '../../persistence/analytics/figures.ts';
import type { TimeRange } from '../../persistence/analytics/query.ts';
import { ask, readTables } from '../../persistence/analytics/read-tables.ts';
import { countBuyers } from '../../persistence/analytics/sale-buyers.ts';
import { salesDataset } from '../../persistence/analytics/sales-dataset.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, timestamp } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { readPeriod } from './sales-range.ts';
import { viewBucket } from './sales-view.ts';

const DEFAULT_RANGE = '30d';
/** The contract's default, whatever the default currency of the business settings is. */
const DEFAULT_CURRENCY = 'UZS';
/** The response lists only this many models, by revenue. */
const MAX_MODELS = 100;
/** Exceeds the number of buckets of any range. */
const MAX_BUCKETS = 1_000;
/** A customer may have bought in several hours, so customers are counted separately. */
const TOTALS = metricsOf(SalesTotalsRecord).filter((metric) => metric !== 'customers');

export const getSalesAnalytics = operation({
  name: 'getSalesAnalytics',
  summary:
    'Reports the sales of a range in one currency by the time they were sold; cancelled sales do not count, and refunds count with their sale.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  errors: ['INVALID_RANGE'],
  answers: SalesAnalyticsRecord,
  input: fields({
    range: Type.Optional(
      described(
        oneOf('SalesRange', SALES_RANGES, { default: DEFAULT_RANGE }),
        'Whole business days up to the present one, or a range of one’s own.',
      ),
    ),
    from: Type.Optional(
      described(
        timestamp(),
        'The start of a `custom` range: an RFC 3339 date-time, or a date in the business time zone.',
      ),
    ),
    to: Type.Optional(described(timestamp(), 'The end of a `custom` range, exclusive; a date includes its whole day.')),
    currency: Type.Optional(
      described(Type.String({ default: DEFAULT_CURRENCY }), 'Only sales in this currency; letters of any case.'),
    ),
  }),
  async handle({ now, settings, runtime }, input): Promise<SalesAnalyticsView> {
    const { range: preset = DEFAULT_RANGE } = input;
    const { currency: asked = DEFAULT_CURRENCY } = input;
    // The contract accepts any text: a currency without sales has no figures.
    const currency = currencyOf(asked) ?? asked;
    const timeZone = settings.businessTimeZone;
    const { range, previous, grain } = readPeriod({ ...input, range: preset }, now, timeZone);
    const common = { range, timeZone, currency, now };
    const by = {
      ...common,
      having: [{ metric: 'orders', gte: 1 }],
      orderBy: [{ metric: 'revenue', direction: 'DESC' }],
    } as const;
    const { buyers, tables } = await runtime.analytics.read(async (db) => ({
      buyers: await buyersIn(db, common, previous),
      tables: await readTables(db, {
        totals: ask(salesDataset, { ...common, metrics: TOTALS, compareTo: previous }),
        series: ask(salesDataset, {
          ...common,
          metrics: metricsOf(SalesBucketRecord),
          grain,
          limit: MAX_BUCKETS,
        }),
        channels: ask(salesDataset, {
          ...by,
          metrics: metricsOf(SalesByChannelRecord),
          dimensions: ['SALES_CHANNEL'],
        }),
        payments: ask(salesDataset, {
          ...by,
          metrics: metricsOf(SalesByPaymentStatusRecord),
          dimensions: ['PAYMENT_STATUS'],
        }),
        models: ask(salesDataset, {
          ...by,
          metrics: metricsOf(SalesByModelRecord),
          dimensions: ['DEVICE_MODEL'],
          limit: MAX_MODELS,
        }),
      }),
    }));
    const shown: SalesRangeView = { preset, ...range, timezone: timeZone, currency, grain };
    const [totals] = tables.totals.rows;
    return {
      range: shown,
      generatedAt: now,
      totals: viewFigures(SalesTotalsRecord, totals && { ...totals.metrics, customers: buyers.current }),
      previous: {
        ...previous,
        ...viewFigures(SalesTotalsRecord, totals?.previous && { ...totals.previous, customers: buyers.previous }),
      },
      series: tables.series.rows.map((row) => viewBucket(row, shown)),
      byChannel: tables.channels.rows.map(({ dimensions, metrics }) => ({
        channel: dimensions.SALES_CHANNEL as SalesChannel,
        ...viewFigures(SalesByChannelRecord, metrics),
      })),
      byPaymentStatus: tables.payments.rows.map(({ dimensions, metrics }) => ({
        paymentStatus: dimensions.PAYMENT_STATUS as PaymentStatus,
        ...viewFigures(SalesByPaymentStatusRecord, metrics),
      })),
      byModel: tables.models.rows.map(({ dimensions, metrics }) => ({
        model: dimensions.DEVICE_MODEL ?? '',
        ...viewFigures(SalesByModelRecord, metrics),
      })),
    };
  },
});

/** The customers of a range and of the previous one: from the stored counts, or from the sales. */
async function buyersIn(
  db: Queryable,
  query: { readonly range: TimeRange; readonly timeZone: string; readonly currency: string; readonly now: Date },
  previous: TimeRange,
): Promise<{ readonly current: number; readonly previous: number }> {
  const kept = await countBuyers(db, [query.range, previous], query);
  if (kept) return { current: kept[0] ?? 0, previous: kept[1] ?? 0 };
  const { counted } = await readTables(db, {
    counted: ask(salesDataset, { ...query, metrics: ['customers'], compareTo: previous }),
  });
  const [row] = counted.rows;
  return { current: row?.metrics.customers ?? 0, previous: row?.previous?.customers ?? 0 };
}
