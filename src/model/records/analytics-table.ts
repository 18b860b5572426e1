import { COLUMN_KINDS, COLUMN_TYPES, DATA_SETS } from '../enums.ts';
import {
  answer,
  boolean,
  integer,
  oneOf,
  parts,
  sparseNumbers,
  sparseTexts,
  text,
  texts,
  time,
  type View,
} from '../record.ts';

const type = oneOf('AnalyticsColumnType', COLUMN_TYPES, 'The type of the values.');
const unit = text('The unit of the numbers: `devices`, `days`, the currency; null for a column of texts.').nullable();

const AnalyticsColumnRecord = answer('AnalyticsColumn', 'A column of an answer.', {
  key: text('The metric, the dimension or the grain.'),
  label: text('The label to display: `Net revenue`.'),
  kind: oneOf('AnalyticsColumnKind', COLUMN_KINDS, 'The kind of its values.'),
  type,
  unit,
});

const AnalyticsRowRecord = answer(
  'AnalyticsRow',
  'A row of an answer. Each list is as long as what was asked for, in the same order.',
  {
    bucketStart: time(
      'When the bucket begins; null without a grain, and where only the comparison range has such a bucket. The first may begin before the range.',
    ).nullable(),
    bucketLabel: text(
      'The bucket in the question’s time zone: `2026-11-21`, `2026-W47`, `2026-11`, `2026-Q4`, `2026`; an hour has its offset.',
    ).nullable(),
    partial: boolean(
      'Whether only a part of the bucket is counted, because the range begins or ends within it or because it is not over yet.',
    ),
    previousBucketStart: time(
      'When the bucket begins that `previous` is of; null without a grain or a comparison, and where the comparison range has no such bucket.',
    ).nullable(),
    previousBucketLabel: text('That bucket in the question’s time zone.').nullable(),
    previousPartial: boolean('Whether the comparison range has only a part of that bucket.'),
    unpaired: boolean(
      'Whether only one of the two ranges has such a bucket, as 29 February: either `metrics` or `previous` are null then.',
    ),
    rest: boolean('Whether the row is the sum of all combinations beyond `top`.'),
    dimensions: sparseTexts('The values of the dimensions; null where a record has none, and in the rest.'),
    labels: sparseTexts('The values to display: the name of a customer or an admin instead of the id.'),
    metrics: sparseNumbers(
      'The values of the metrics; null where a metric is undefined, such as the mean of no records.',
    ),
    previous: sparseNumbers(
      'The metrics of the comparison range, in the bucket that meets this one by the calendar; null without a comparison.',
    ).nullable(),
    change: sparseNumbers(
      'How much each metric changed, as a share of its previous value: 0.1 is 10% more. Null where that value is null or 0.',
    ).nullable(),
    cumulative: sparseNumbers('The values of `cumulative`; null without it.').nullable(),
  },
);

/** The answer to a question of an analyst. */
export const AnalyticsTableRecord = answer('AnalyticsTable', 'The answer to a question.', {
  dataSet: oneOf('DataSet', DATA_SETS, 'The data set of the question.'),
  columns: parts(
    AnalyticsColumnRecord,
    'The columns of the rows: the bucket, the dimensions, the metrics, their comparisons.',
  ),
  rows: parts(AnalyticsRowRecord, 'The rows, in the order of the question.'),
  totals: sparseNumbers(
    'The metrics of all records that match the filter, regardless of `having`, `top` and `limit`. Money is null where rows have different currencies.',
  ),
  previousTotals: sparseNumbers('The totals of the comparison range; null without a comparison.').nullable(),
  rowCount: integer('The number of rows of the whole answer, also of those that `limit` cut off.'),
  truncated: boolean('Whether `limit` cut rows off.'),
  timezone: text('The time zone of days and buckets.'),
  currency: text(
    'The currency of all amounts; null when there are none, or CURRENCY is a dimension. Other metrics count records of every currency, unless the question names one.',
  ).nullable(),
  from: time('The start of the range; null without one.').nullable(),
  to: time('The end of the range, exclusive.').nullable(),
  previousFrom: time('The start of the comparison range; null without a comparison.').nullable(),
  previousTo: time('The end of the comparison range, exclusive.').nullable(),
  asOf: time('When the data was read.'),
  sql: text(
    'The statement that answered it, with `$1` for the first of its parameters; only for SUPER_ADMIN and ADMIN.',
  ).nullable(),
  sqlParameters: sparseTexts('The parameters of that statement, as texts; only for SUPER_ADMIN and ADMIN.').nullable(),
});

export type AnalyticsTableView = View<typeof AnalyticsTableRecord>;
export type AnalyticsColumnView = View<typeof AnalyticsColumnRecord>;

const CatalogMetricRecord = answer('CatalogMetric', 'A metric that can be asked for.', {
  key: text('Its name in questions.'),
  label: text('Its label to display.'),
  description: text('What it means.'),
  type,
  unit,
  formula: text('Its formula over other metrics or fields; null when it is counted or summed as described.').nullable(),
  additive: boolean('Whether the values of groups add up to the total.'),
  cumulative: boolean('Whether `cumulative` can contain it: only metrics made of sums and counts can be cumulated.'),
  needs: texts('The operations whose roles may ask for it, beside those of the data set.'),
  allowed: boolean('Whether the viewer may ask for it.'),
});

const CatalogDimensionRecord = answer('CatalogDimension', 'A dimension that rows can be grouped by.', {
  key: text('Its name in questions.'),
  label: text('Its label to display.'),
  description: text('What it means.'),
  type,
  needs: texts('The operations whose roles may group by it, beside those of the data set.'),
  allowed: boolean('Whether the viewer may group by it.'),
});

const CatalogNumberRecord = answer(
  'CatalogNumber',
  'A number of each record, of which measures and bins can be made.',
  {
    key: text('Its name in questions.'),
    label: text('Its label to display.'),
    description: text('What it means.'),
    type,
    unit,
    needs: texts('The operations whose roles may ask for it, beside those of the data set.'),
    allowed: boolean('Whether the viewer may ask for it.'),
  },
);

const CatalogMomentRecord = answer(
  'CatalogMoment',
  'A time of each record, of which durations and dimensions can be made.',
  {
    key: text('Its name in questions.'),
    label: text('Its label to display.'),
    description: text('What it means.'),
    needs: texts('The operations whose roles may ask for it, beside those of the data set.'),
    allowed: boolean('Whether the viewer may ask for it.'),
  },
);

const CatalogDataSetRecord = answer('CatalogDataSet', 'A data set that analysts can query.', {
  dataSet: oneOf('DataSet', DATA_SETS, 'The data set.'),
  field: text('The field of `Query` that takes the questions: `salesMetrics`.'),
  description: text('What its records are, and by which time they count.'),
  times: texts('The times that a range can apply to, the default first.'),
  metrics: parts(CatalogMetricRecord, 'The metrics.'),
  dimensions: parts(CatalogDimensionRecord, 'The dimensions.'),
  numbers: parts(CatalogNumberRecord, 'The numbers of each record.'),
  moments: parts(CatalogMomentRecord, 'The times of each record.'),
  allowed: boolean('Whether the viewer may query it.'),
});

export const AnalyticsCatalogRecord = answer(
  'AnalyticsCatalog',
  'The data sets that analysts can query, with their metrics and dimensions.',
  {
    dataSets: parts(CatalogDataSetRecord, 'Every data set.'),
  },
);

export type AnalyticsCatalogView = View<typeof AnalyticsCatalogRecord>;
