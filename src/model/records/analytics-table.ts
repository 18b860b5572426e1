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
const unit = text('What the numbers count: `devices`, `days`, the currency; null for a column of texts.').nullable();

const AnalyticsColumnRecord = answer('AnalyticsColumn', 'A column of an answer.', {
  key: text('The metric, the dimension or the grain.'),
  label: text('The same for people: `Net revenue`.'),
  kind: oneOf('AnalyticsColumnKind', COLUMN_KINDS, 'What the column holds.'),
  type,
  unit,
});

const AnalyticsRowRecord = answer(
  'AnalyticsRow',
  'A row of an answer. Each list is as long as what was asked for, in the same order.',
  {
    bucketStart: time('When the bucket begins; null without a grain. The first may begin before the range.').nullable(),
    bucketLabel: text(
      'The bucket in the question’s time zone: `2026-11-21`, `2026-W47`, `2026-11`, `2026-Q4`, `2026`; an hour has its offset.',
    ).nullable(),
    rest: boolean('Whether the row stands for all combinations beyond `top`.'),
    dimensions: sparseTexts('The values of the dimensions; null where a record has none, and in the rest.'),
    labels: sparseTexts('The same for people: the name of a customer or an admin instead of the id.'),
    metrics: sparseNumbers('The values of the metrics; null where there is nothing to divide by or to choose from.'),
    previous: sparseNumbers('The metrics of the range that was compared with; null without a comparison.').nullable(),
    change: sparseNumbers(
      'How much each metric changed, as a share of its previous value: 0.1 is 10% more. Null where that value is null or 0.',
    ).nullable(),
    cumulative: sparseNumbers('The values of `cumulative`; null without it.').nullable(),
  },
);

/** The answer to a question of an analyst. */
export const AnalyticsTableRecord = answer('AnalyticsTable', 'The answer to a question.', {
  dataSet: oneOf('DataSet', DATA_SETS, 'What was asked.'),
  columns: parts(
    AnalyticsColumnRecord,
    'What the rows hold: the bucket, the dimensions, the metrics, their comparisons.',
  ),
  rows: parts(AnalyticsRowRecord, 'The rows, in the order of the question.'),
  totals: sparseNumbers(
    'The metrics of all that matches the filter, whatever `having`, `top` and `limit` leave out. Money is null where rows have different currencies.',
  ),
  previousTotals: sparseNumbers('The same of the range that was compared with; null without a comparison.').nullable(),
  rowCount: integer('How many rows there are here.'),
  truncated: boolean('Whether `limit` cut rows off.'),
  timezone: text('The time zone of days and buckets.'),
  currency: text('The currency of all that was counted; null when it was not limited to one.').nullable(),
  from: time('Where the range begins; null without one.').nullable(),
  to: time('Where it ends, itself not included.').nullable(),
  previousFrom: time('Where the range that was compared with begins; null without a comparison.').nullable(),
  previousTo: time('Where it ends, itself not included.').nullable(),
  asOf: time('The data is as it was at this time.'),
  sql: text(
    'The statement that answered it, with `$1` for the first of its parameters; only for SUPER_ADMIN and ADMIN.',
  ).nullable(),
  sqlParameters: sparseTexts('The parameters of that statement, as texts; only for SUPER_ADMIN and ADMIN.').nullable(),
});

export type AnalyticsTableView = View<typeof AnalyticsTableRecord>;
export type AnalyticsColumnView = View<typeof AnalyticsColumnRecord>;

const CatalogMetricRecord = answer('CatalogMetric', 'A metric that can be asked for.', {
  key: text('Its name in questions.'),
  label: text('Its name for people.'),
  description: text('What it means.'),
  type,
  unit,
  formula: text(
    'How it follows from other metrics or fields; null when it is counted or summed as described.',
  ).nullable(),
  additive: boolean('Whether the values of parts add up to that of the whole.'),
  cumulative: boolean('Whether it can be asked for in `cumulative`: it rests on sums and counts alone.'),
  needs: texts('The operations whose roles may ask for it, beside those of the data set.'),
  allowed: boolean('Whether the viewer may ask for it.'),
});

const CatalogDimensionRecord = answer('CatalogDimension', 'A dimension that rows can be grouped by.', {
  key: text('Its name in questions.'),
  label: text('Its name for people.'),
  description: text('What it means.'),
  type,
  needs: texts('The operations whose roles may group by it, beside those of the data set.'),
  allowed: boolean('Whether the viewer may group by it.'),
});

const CatalogDataSetRecord = answer('CatalogDataSet', 'A data set that analysts can ask questions of.', {
  dataSet: oneOf('DataSet', DATA_SETS, 'The data set.'),
  field: text('The field of `Query` that takes the questions: `salesMetrics`.'),
  description: text('What is counted.'),
  times: texts('The times that can be counted by, the default first.'),
  metrics: parts(CatalogMetricRecord, 'The metrics.'),
  dimensions: parts(CatalogDimensionRecord, 'The dimensions.'),
  allowed: boolean('Whether the viewer may ask questions of it.'),
});

export const AnalyticsCatalogRecord = answer('AnalyticsCatalog', 'What can be asked, with its meaning.', {
  dataSets: parts(CatalogDataSetRecord, 'Every data set.'),
});

export type AnalyticsCatalogView = View<typeof AnalyticsCatalogRecord>;
