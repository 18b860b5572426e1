import { type Static, type TObject, type TSchema, type TUnsafe, Type } from 'typebox';
import {
  COMPARISONS,
  constantName,
  DURATIONS,
  enumeration,
  FILL_MODES,
  PARTS_OF_TIME,
  RANGE_PRESETS,
  RELATIONS,
  TIME_GRAINS,
} from '../../model/enums.ts';
import { MEASURE_NAME } from '../../model/grammar.ts';
import { MAX_IN_VALUES } from '../../model/limits.ts';
import type { QuestionSet } from '../../persistence/analytics/question-set.ts';
import { neededBy } from '../kernel/filter-parts.ts';
import { described, fields, integer, oneOf, text, timestamp, verbatim, without } from '../kernel/input.ts';
import { refinementFor } from '../kernel/record-input.ts';

export const MAX_METRICS = 12;
export const MAX_DIMENSIONS = 4;
const MAX_PREDICATES = 10;
const MAX_ORDERS = 5;
const MAX_TOP = 1_000;
/** Rows of an answer in a reply; exports have no such bound. */
export const MAX_ANSWER_ROWS = 5_000;
const DEFAULT_ANSWER_ROWS = 500;
const MAX_VALUE_LENGTH = 200;

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
  const schema = schemas.get(set) ?? (set.isSearched ? makeSchema(set) : without(makeSchema(set), 'search'));
  schemas.set(set, schema);
  return schema as ReturnType<typeof makeSchema>;
}

const MAX_DERIVED = MAX_DIMENSIONS;
const MAX_MEASURES = MAX_METRICS;
const MAX_CONDITIONS = 10;
const MAX_BOUNDS = 50;
const MAX_BY = 4;
const MAX_VALUES = 8;
const MAX_TERMS = 8;
const MAX_NTH = 100;
const MAX_MOVING = 366;

/** A name that a question gives to something of its own. */
const ownName = (description: string) => described(Type.String({ pattern: MEASURE_NAME.source }), description);
const AS = 'Its name in the question and in the answer: `failureRate`.';

function enumOf(name: string, description: string, values: Readonly<Record<string, { readonly description: string }>>) {
  const meanings = Object.fromEntries(Object.entries(values).map(([key, each]) => [key, each.description]));
  return oneOf(name, enumeration(name, description, meanings));
}

/** The inputs from which a question makes measures and dimensions of its own. */
function ownParts(set: QuestionSet, metric: TUnsafe<string>, dimension: TUnsafe<string>) {
  const { prefix, name } = set;
  const number = enumOf(`${prefix}Number`, `The numbers of each record of the data set ${name}.`, set.numbers);
  const moment = enumOf(`${prefix}Moment`, `The times of each record of the data set ${name}.`, set.moments);
  const allOfValue = fields({
    number: optional(number, 'A number of each record.'),
    dividedBy: optional(number, 'Another number that it is divided by; records where that is 0 have no value.'),
    minus: optional(number, 'Another number that is taken from it.'),
    from: optional(moment, 'Instead of a number: the time from this time of each record …'),
    to: optional(moment, '… to this one; negative where `to` is the earlier.'),
    unit: optional(oneOf('DurationUnit', DURATIONS), 'The unit of that time; default DAYS.'),
    each: optional(ownName(''), 'Instead of a number: a value of `per`, by its name.'),
    fromEach: optional(ownName(''), 'Instead of `from`: a time of `per`, by its name.'),
    toEach: optional(ownName(''), 'Instead of `to`: a time of `per`, by its name.'),
  });
  const hasNumbers = Object.keys(set.numbers).length > 0;
  const { properties: value } = hasNumbers ? allOfValue : without(allOfValue, 'number', 'dividedBy', 'minus');
  const valueInput = fields(value, {
    title: `${prefix}Value`,
    about: 'A number of each record, or the time between two of its times.',
  });
  const where = optional(
    Type.Array(
      fields(
        {
          ...value,
          eq: optional(Type.Number(), 'Equal to this.'),
          gte: optional(Type.Number(), 'At least this.'),
          gt: optional(Type.Number(), 'More than this.'),
          lte: optional(Type.Number(), 'At most this.'),
          lt: optional(Type.Number(), 'Less than this.'),
          dimension: optional(dimension, 'Instead of a number: a dimension …'),
          in: optional(
            Type.Array(verbatim(0, MAX_VALUE_LENGTH), { maxItems: MAX_IN_VALUES }),
            '… that has one of these values, as answers have them.',
          ),
          orNone: optional(Type.Boolean(), 'Records without a value of the dimension match as well.'),
        },
        {
          title: `${prefix}ValueCondition`,
          about:
            'A condition on each record. All members that are given must match; a record without the value does not.',
        },
      ),
      { maxItems: MAX_CONDITIONS },
    ),
    'Only records that match all of these.',
  );
  const measure = {
    as: ownName(AS),
    metric: optional(metric, 'A metric of the data set, of records that match `filter` and `where`.'),
    sum: optional(valueInput, 'The sum.'),
    avg: optional(valueInput, 'The mean; null for no records.'),
    min: optional(valueInput, 'The least.'),
    max: optional(valueInput, 'The greatest.'),
    median: optional(valueInput, 'The median.'),
    percentile: optional(
      fields(
        {
          at: described(
            Type.Number({ minimum: 0, maximum: 1 }),
            'The share of the records that it is not less than: 0.9.',
          ),
          ...value,
        },
        { title: `${prefix}Percentile`, about: 'A percentile of a number or of a time between two times.' },
      ),
      'A percentile.',
    ),
    distinct: optional(dimension, 'How many different values a dimension has.'),
    filter: optional(refinementFor(set.model).filter, 'Only records that match.'),
    where,
    all: optional(
      Type.Boolean(),
      'Also of records that no other metric counts, such as cancelled sales; default false. `metric` counts what it always counts.',
    ),
  };
  const term = {
    metric: optional(metric, 'A metric of the data set.'),
    measure: optional(ownName(''), 'A measure, or a formula before this one, by its name.'),
    value: optional(Type.Number(), 'A number.'),
  };
  const about = 'A part of a formula: a metric, a measure or a number, and one of them only.';
  const termInput = fields(term, { title: `${prefix}Term`, about });
  const terms = (description: string) => optional(Type.Array(termInput, { maxItems: MAX_TERMS }), description);
  return {
    where,
    measures: optional(
      Type.Array(
        fields(measure, {
          title: `${prefix}Measure`,
          about: 'A measure of the question’s own. It names one kind; without any it counts records.',
        }),
        { maxItems: MAX_MEASURES },
      ),
      `Measures of the question’s own, after \`metrics\` in the answer; up to ${MAX_METRICS} with them and the formulas.`,
    ),
    formulas: optional(
      Type.Array(
        fields(
          {
            as: ownName(AS),
            add: terms('The sum of these.'),
            subtract: terms('The first less the others.'),
            multiply: terms('The product of these.'),
            divide: terms('The first divided by the others; null where one of them is 0.'),
            shareOfTotal: optional(termInput, 'The share of the row in the total.'),
            shareOfBucket: optional(
              termInput,
              'The share of the row in all rows of its bucket: of each channel in each month. Of what adds up; needs a grain.',
            ),
            movingAverage: optional(
              fields(
                {
                  buckets: described(integer(1, MAX_MOVING), 'How many buckets, that of the row among them.'),
                  ...term,
                },
                { title: `${prefix}MovingAverage`, about: 'The mean over the buckets up to that of the row.' },
              ),
              'The mean over the last buckets of the range; the first rows have fewer. Needs a grain.',
            ),
            earlier: optional(
              fields(
                { buckets: described(integer(1, MAX_MOVING), 'How many buckets before.'), ...term },
                { title: `${prefix}Earlier`, about: 'What something was in an earlier bucket.' },
              ),
              'What it was some buckets before, for growth from month to month; null in the first rows. Needs a grain.',
            ),
          },
          {
            title: `${prefix}Formula`,
            about: 'A number that follows from metrics and measures. It names one operation.',
          },
        ),
        { maxItems: MAX_MEASURES },
      ),
      'Numbers that follow from metrics and measures, after them in the answer.',
    ),
    derived: optional(
      Type.Array(
        fields(
          {
            as: ownName(AS),
            value: optional(valueInput, 'A number, in bins of a `width` or between `bounds`.'),
            width: optional(Type.Number({ exclusiveMinimum: 0 }), 'The width of the bins, which begin at 0.'),
            bounds: optional(
              Type.Array(Type.Number(), { minItems: 1, maxItems: MAX_BOUNDS }),
              'Where bins end and begin, in order; the first has all below, the last all from there.',
            ),
            time: optional(moment, 'A time of each record, of which the `part` is taken.'),
            each: optional(ownName(''), 'Instead of `time`: a time of `per`, by its name.'),
            part: optional(
              oneOf('TimePart', PARTS_OF_TIME),
              'The part of that time, in the time zone of the question.',
            ),
            since: optional(
              moment,
              'How many days, weeks, months, quarters or years of the calendar (`part`) lie between this time and `time`: 0 in the same month.',
            ),
            sinceEach: optional(ownName(''), 'Instead of `since`: a time of `per`, by its name.'),
          },
          {
            title: `${prefix}DerivedDimension`,
            about: 'A dimension of the question’s own: bins of a number, or a part of a time.',
          },
        ),
        { maxItems: MAX_DERIVED },
      ),
      `Dimensions of the question’s own, after \`dimensions\` in the answer; up to ${MAX_DIMENSIONS} with them.`,
    ),
    per: optional(
      fields(
        {
          by: described(
            Type.Array(dimension, { minItems: 1, maxItems: MAX_BY, uniqueItems: true }),
            'What makes one: `[CUSTOMER]`, `[DEVICE, RELEASE]`. Dimensions of the question are of these, or of the record behind an id of these.',
          ),
          values: described(
            Type.Array(
              fields(
                {
                  ...measure,
                  first: optional(moment, 'The earliest of these times.'),
                  last: optional(moment, 'The latest of these times.'),
                  nth: optional(
                    fields(
                      {
                        time: described(moment, 'The time of each record.'),
                        n: described(integer(1, MAX_NTH), 'Which, from 1.'),
                      },
                      { title: `${prefix}Nth`, about: 'The n-th time of several.' },
                    ),
                    'The n-th of these times in order; none where there are fewer.',
                  ),
                },
                { title: `${prefix}EachValue`, about: 'A number or a time that all records of one have together.' },
              ),
              { minItems: 1, maxItems: MAX_VALUES },
            ),
            'What is computed of the records of each.',
          ),
          time: optional(
            ownName(''),
            'The value, a time, to which `range` and `grain` apply; default: `range` applies to the records, and there is no `grain`.',
          ),
        },
        { title: `${prefix}Per`, about: 'Records put together: one for each customer, device, batch or admin.' },
      ),
      'Counts those instead of records: measures, conditions and bins are of their `values`.',
    ),
  };
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
      metrics: optional(
        Type.Array(metric, { minItems: 1, maxItems: MAX_METRICS, uniqueItems: true }),
        `The metrics, 1 to ${MAX_METRICS}; can be left out where there are \`measures\`.`,
      ),
      dimensions: optional(
        Type.Array(dimension, { maxItems: MAX_DIMENSIONS, uniqueItems: true }),
        `The dimensions by which rows are grouped, up to ${MAX_DIMENSIONS}.`,
      ),
      grain: optional(oneOf('TimeGrain', TIME_GRAINS), 'One row for each hour, day, week, … of the range.'),
      range: optional(
        rangeInput,
        set.mostDays === undefined
          ? 'The range of time to count; default all time.'
          : `The range of time to count, at most ${set.mostDays} days; required.`,
      ),
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
      search: optional(text(0), 'Only records in which the search of their list finds this text.'),
      ...ownParts(set, metric, dimension),
      having: optional(
        Type.Array(
          fields(
            {
              metric: optional(metric, 'The metric that is compared.'),
              measure: optional(ownName(''), 'Instead of a metric: a measure or a formula, by its name.'),
              relativeTo: optional(
                oneOf('RelativeTo', RELATIONS),
                'The bounds are multiples of what the metric is then: `gt: 2` is more than twice as much.',
              ),
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
              measure: optional(ownName(''), 'By this measure or formula.'),
              derived: optional(ownName(''), 'By this dimension of the question’s own.'),
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
            byMeasure: optional(ownName(''), 'Instead of a metric: a measure or a formula, by its name.'),
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
  const { filters, texts } = namedIn(question);
  const names = new Set(texts);
  const ofMetrics = Object.entries(set.metrics).flatMap(([name, { needs = [] }]) =>
    names.has(constantName(name)) ? needs : [],
  );
  const declared = [set.dimensions, set.numbers, set.moments].flatMap((each) =>
    Object.entries(each).flatMap(([name, { needs }]) => (names.has(name) ? needs : [])),
  );
  const ofFilters = filters.flatMap((filter) => [...neededBy(refinementFor(set.model).filter, filter)]);
  return [...new Set([...ofMetrics, ...declared, ...ofFilters])];
}

/** Every text of a question, so that no member of it can be forgotten, and every filter. */
export function namedIn(question: unknown): {
  readonly texts: readonly string[];
  readonly filters: readonly unknown[];
} {
  if (typeof question === 'string') return { texts: [question], filters: [] };
  if (typeof question !== 'object' || question === null) return { texts: [], filters: [] };
  const found = Object.entries(question).map(([name, part]) =>
    name === 'filter' ? { texts: [], filters: part ? [part] : [] } : namedIn(part),
  );
  return { texts: found.flatMap(({ texts }) => texts), filters: found.flatMap(({ filters }) => filters) };
}
