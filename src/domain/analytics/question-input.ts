import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { COMPARISONS, enumeration, FILL_MODES, RANGE_PRESETS, TIME_GRAINS } from '../../model/enums.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { constantName } from '../../persistence/analytics/record-dimensions.ts';
import { described, fields, integer, oneOf, timestamp, verbatim } from '../kernel/input.ts';
import { neededBy } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';

export const MAX_METRICS = 12;
export const MAX_DIMENSIONS = 4;
const MAX_PREDICATES = 10;
const MAX_ORDERS = 5;
const MAX_TOP = 1_000;
/** Rows of an answer in a reply; exports have no such bound. */
export const MAX_ANSWER_ROWS = 5_000;
const DEFAULT_ANSWER_ROWS = 500;

const optional = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(described(schema, description));

const direction = oneOf('SortDirection', ['ASC', 'DESC']);

export const rangeInput = fields(
  {
    preset: optional(
      oneOf('RangePreset', RANGE_PRESETS),
      'A range of days by its name; not together with `from` and `to`.',
    ),
    from: optional(
      timestamp(),
      'The start of the range: an RFC 3339 date-time, or a date in the question’s time zone.',
    ),
    to: optional(timestamp(), 'The end of the range, exclusive; a date includes its whole day.'),
  },
  { title: 'AnalyticsRange', about: 'When what is counted happened: a `preset`, or both `from` and `to`.' },
);

export const timezoneInput = described(
  verbatim(1, 64),
  'The IANA time zone of days and buckets: `Asia/Tashkent`; default the business time zone.',
);

/** A question, as callers ask it. */
export type Question = Static<ReturnType<typeof makeSchema>>;

const schemas = new Map<QuestionSet, TObject>();

/** The schema of the questions of a data set; one for each. */
export function questionSchema(set: QuestionSet): ReturnType<typeof makeSchema> {
  const schema = schemas.get(set) ?? makeSchema(set);
  schemas.set(set, schema);
  return schema as ReturnType<typeof makeSchema>;
}

function makeSchema(set: QuestionSet) {
  const { prefix } = set;
  const metricNames = enumeration(
    `${prefix}Metric`,
    `The metrics of the data set ${set.name}. ${set.description}`,
    Object.fromEntries(Object.entries(set.metrics).map(([name, { description }]) => [constantName(name), description])),
  );
  const dimensionNames = enumeration(
    `${prefix}Dimension`,
    `The dimensions by which rows of the data set ${set.name} can be grouped.`,
    Object.fromEntries(Object.entries(set.dimensions).map(([name, { description }]) => [name, description])),
  );
  const timeNames = enumeration(
    `${prefix}Time`,
    `The times that the data set ${set.name} can be counted by.`,
    Object.fromEntries(set.times.map((name) => [name, meaningOf(set, name)])),
  );
  const metric = oneOf(`${prefix}Metric`, metricNames);
  const dimension = oneOf(`${prefix}Dimension`, dimensionNames);
  const bound = (description: string) => optional(Type.Number(), description);
  return fields(
    {
      metrics: described(
        Type.Array(metric, { minItems: 1, maxItems: MAX_METRICS, uniqueItems: true }),
        `The metrics, 1 to ${MAX_METRICS}.`,
      ),
      dimensions: optional(
        Type.Array(dimension, { maxItems: MAX_DIMENSIONS, uniqueItems: true }),
        `The dimensions by which rows are grouped, up to ${MAX_DIMENSIONS}.`,
      ),
      grain: optional(oneOf('TimeGrain', TIME_GRAINS), 'One row for each hour, day, week, … of the range.'),
      range: optional(rangeInput, 'The range of time to count; default all time.'),
      time: optional(
        oneOf(`${prefix}Time`, timeNames),
        `The time to which \`range\` and \`grain\` apply; default ${set.times[0]}.`,
      ),
      timezone: Type.Optional(timezoneInput),
      currency: optional(
        Type.String({ pattern: '^[A-Za-z]{3}$', transform: 'line' }),
        'Only records in this currency: `UZS`. Without it, money is in the default currency of the business settings, unless CURRENCY is a dimension, and all other metrics count records of every currency.',
      ),
      filter: optional(refinementFor(set.model).filter, 'Only records that match.'),
      having: optional(
        Type.Array(
          fields(
            {
              metric: described(metric, 'The metric that is compared.'),
              gte: bound('At least this.'),
              gt: bound('More than this.'),
              lte: bound('At most this.'),
              lt: bound('Less than this.'),
            },
            {
              title: `${prefix}MetricCondition`,
              about: 'A condition on a metric of a row. All members that are given must match; null matches none.',
            },
          ),
          { maxItems: MAX_PREDICATES },
        ),
        'Only rows whose metrics match all of these; with `top`, only such combinations are chosen.',
      ),
      orderBy: optional(
        Type.Array(
          fields(
            {
              metric: optional(metric, 'By this metric.'),
              dimension: optional(dimension, 'This dimension of the question.'),
              time: optional(Type.Boolean(), 'By time, where there is a grain.'),
              direction: optional(direction, 'Default ASC.'),
            },
            { title: `${prefix}MetricSort`, about: 'One key of an order: a metric, a dimension or the time.' },
          ),
          { maxItems: MAX_ORDERS },
        ),
        'The order of the rows; default by time, then by the metric of `top`, then by the dimensions.',
      ),
      top: optional(
        fields(
          {
            count: described(integer(1, MAX_TOP), `How many, from 1 to ${MAX_TOP}.`),
            by: optional(metric, 'By this metric; default the first of the question.'),
            direction: optional(direction, 'DESC, the default, for the greatest.'),
            rest: optional(Type.Boolean({ default: true }), 'Whether one more row sums up all others; default true.'),
          },
          { title: `${prefix}Top`, about: 'The combinations of dimensions that come first over the whole range.' },
        ),
        'Only the first combinations of dimensions in an order, and the rest as one row.',
      ),
      compareTo: optional(
        oneOf('CompareTo', COMPARISONS),
        'Adds the metrics of an earlier range to each row, and how much they changed.',
      ),
      cumulative: optional(
        Type.Array(metric, { maxItems: MAX_METRICS, uniqueItems: true }),
        'Metrics that each row also has from the first bucket up to its own; needs a grain.',
      ),
      fill: optional(oneOf('FillMode', FILL_MODES, { default: 'ZERO' }), 'How to return empty buckets; default ZERO.'),
      limit: optional(
        integer(1, MAX_ANSWER_ROWS, { default: DEFAULT_ANSWER_ROWS }),
        `The maximum number of rows, from 1 to ${MAX_ANSWER_ROWS}; \`truncated\` is true when there were more.`,
      ),
    },
    { title: `${prefix}Question`, about: `A question to the data set ${set.name}.` },
  );
}

function meaningOf({ model }: QuestionSet, time: string): string {
  const field = Object.keys(model.fields).find((name) => constantName(name) === time) ?? '';
  return model.fields[field]?.spec.description ?? '';
}

/**
 * The operations whose roles may ask a question, beside those of the record: one for each edge that it names.
 * @param question valid
 */
export function neededByQuestion(set: QuestionSet, question: Question): readonly string[] {
  const { dimensions = [], orderBy = [], filter } = question;
  const names = metricsIn(question);
  const ofMetrics = Object.entries(set.metrics).flatMap(([name, { needs = [] }]) =>
    names.includes(constantName(name)) ? needs : [],
  );
  const ofDimensions = [...dimensions, ...orderBy.flatMap(({ dimension }) => dimension ?? [])].flatMap(
    (name) => set.dimensions[name]?.needs ?? [],
  );
  const ofFilter = filter ? neededBy(refinementFor(set.model).filter, filter) : [];
  return [...new Set([...ofMetrics, ...ofDimensions, ...ofFilter])];
}

/** Every metric that a question names, in any member. */
export function metricsIn(question: Question): readonly string[] {
  const { metrics, having = [], orderBy = [], top, cumulative = [] } = question;
  return [
    ...metrics,
    ...having.map(({ metric }) => metric),
    ...orderBy.flatMap(({ metric }) => metric ?? []),
    ...(top?.by ? [top.by] : []),
    ...cumulative,
  ];
}
