import { MultiSelect, Select, Stack } from '@mantine/core';
import '@mantine/core/styles/PillsInput.layer.css';
import { type TextKey, useText } from '../text/index.tsx';
import { fieldSentenceOf, type Problem, sentenceOf } from '../text/problem.ts';
import { DateInput } from '../ui/date-input.tsx';
import classes from './analytics.module.css';
import { Conditions } from './conditions.tsx';
import { LimitField } from './limit-field.tsx';
import { OtherParts } from './other-parts.tsx';
import { OwnFormulas, OwnMeasures, RowConditions, useNumbers } from './own-fields.tsx';
import { type Changes, changed, type Order, otherParts, type Question } from './question.ts';
import type { CatalogSet } from './start-page.tsx';
import { useQuestion } from './use-question.ts';
import { dataSetName, dimensionName, metricName } from './words.ts';
import '../text/analytics.ts';
import '../text/devices.ts';
import '../text/field-names.ts';
import '../text/preorders.ts';

const PRESETS = [
  'TODAY',
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'LAST_90_DAYS',
  'THIS_WEEK',
  'PREVIOUS_WEEK',
  'THIS_MONTH',
  'PREVIOUS_MONTH',
  'THIS_QUARTER',
  'PREVIOUS_QUARTER',
  'THIS_YEAR',
  'LAST_12_MONTHS',
  'PREVIOUS_YEAR',
] as const;
const GRAINS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
const COMPARISONS = ['PREVIOUS_PERIOD', 'PREVIOUS_YEAR'] as const;
const MAX_DIMENSIONS = 4;
const MAX_METRICS = 12;
const OWN = 'OWN';
const EVER = 'EVER';

interface Props {
  readonly sets: readonly CatalogSet[];
  readonly about: CatalogSet;
  readonly question: Question;
  readonly problem: Problem | undefined;
  readonly hasNumber: boolean;
}

/** A question by clicking: each field is a part of it. */
export function Builder({ sets, about, question, problem, hasNumber }: Props) {
  const text = useText();
  const { t } = text;
  const { ask, open } = useQuestion();
  const { metrics = [], dimensions = [], range, time, grain, compareTo, orderBy = [] } = question;
  const put = (changes: Changes) => ask(changed(question, changes));
  const errorOf = (...parts: string[]) => {
    const found = problem?.fields.find(({ path }) => parts.some((part) => path.startsWith(`query.${part}`)));
    return found && fieldSentenceOf(found, text);
  };
  const rangeError = problem?.code === 'INVALID_RANGE' ? sentenceOf(problem, text) : errorOf('range');
  const named = (key: string, label: string) => dimensionName(key, text) ?? label;
  const isOwn = range !== undefined && !range.preset;
  const setRange = (value: string | null) => {
    if (value === EVER || value === null) return put({ range: undefined });
    put({ range: value === OWN ? { from: '', to: '' } : { preset: value } });
  };
  const offered = about.dimensions.filter(({ allowed, key }) => allowed || dimensions.includes(key));
  const numbers = useNumbers(question);
  const orders = [
    ...numbers.flatMap(({ value, label }): [string, string][] => [
      [`${value}:DESC`, t('ask.most', { name: label })],
      [`${value}:ASC`, t('ask.least', { name: label })],
    ]),
    ...dimensions.map((key): [string, string] => [
      `dimension:${key}:ASC`,
      t('ask.least', { name: dimensionName(key, text) ?? key }),
    ]),
  ];
  const order = orderOf(orderBy[0]);
  return (
    <Stack gap="sm" className={classes.builder} component="section" aria-label={t('nav.analytics')}>
      <Select
        label={t('ask.dataSet')}
        allowDeselect={false}
        value={about.dataSet}
        data={sets
          .filter((one) => one.allowed)
          .map(({ dataSet }) => ({ value: dataSet, label: dataSetName(dataSet, text) }))}
        onChange={(value) => {
          const next = sets.find(({ dataSet }) => dataSet === value);
          const first = next?.metrics.find(({ allowed }) => allowed)?.key;
          if (next && first) open(next.dataSet, { metrics: [first], ...(range && { range }) });
        }}
      />
      <MultiSelect
        label={t('ask.metrics')}
        searchable
        hidePickedOptions
        maxValues={MAX_METRICS}
        value={[...metrics]}
        error={hasNumber ? errorOf('metrics') : t('ask.noNumber')}
        data={about.metrics
          .filter(({ allowed }) => allowed)
          .map(({ key, label }) => ({ value: key, label: metricName(key, text) ?? label }))}
        onChange={(next) => put({ metrics: next })}
      />
      <MultiSelect
        label={t('ask.dimensions')}
        placeholder={dimensions.length === 0 ? t('ask.dimensionsHint') : ''}
        searchable
        hidePickedOptions
        maxValues={MAX_DIMENSIONS}
        value={[...dimensions]}
        error={errorOf('dimensions', 'derived')}
        data={offered.map(({ key, label }) => ({ value: key, label: named(key, label) }))}
        onChange={(next) => put({ dimensions: next })}
      />
      <Select
        label={t('ask.range')}
        allowDeselect={false}
        value={isOwn ? OWN : (range?.preset ?? EVER)}
        error={!isOwn && rangeError}
        data={[
          ...PRESETS.map((preset) => ({
            value: preset as string,
            label: t(preset === 'PREVIOUS_YEAR' ? 'ask.LAST_YEAR' : `ask.${preset}`),
          })),
          { value: OWN, label: t('ask.own') },
          { value: EVER, label: t('ask.ever') },
        ]}
        onChange={setRange}
      />
      {isOwn && (
        <div className={classes.days}>
          {(['from', 'to'] as const).map((end) => (
            <DateInput
              key={end}
              label={t(`ask.${end}`)}
              value={(range[end] ?? '').slice(0, 10)}
              error={end === 'to' && rangeError}
              onChange={(day) => put({ range: { ...range, [end]: day } })}
            />
          ))}
        </div>
      )}
      <Select
        label={t('ask.compare')}
        allowDeselect={false}
        disabled={!range}
        description={range ? undefined : t('ask.compareHint')}
        value={compareTo ?? ''}
        error={errorOf('compareTo')}
        data={[
          { value: '', label: t('ask.noCompare') },
          ...COMPARISONS.map((value) => ({ value: value as string, label: t(`ask.${value}`) })),
        ]}
        onChange={(value) => put({ compareTo: value || undefined })}
      />
      <Select
        label={t('ask.grain')}
        allowDeselect={false}
        value={grain ?? ''}
        error={errorOf('grain')}
        data={[
          { value: '', label: t('ask.noGrain') },
          ...GRAINS.map((value) => ({ value: value as string, label: t(`ask.${value}`) })),
        ]}
        onChange={(value) => put({ grain: value || undefined })}
      />
      {about.times.length > 1 && (
        <Select
          label={t('ask.time')}
          allowDeselect={false}
          value={time ?? about.times[0] ?? null}
          error={errorOf('time')}
          data={about.times.map((value) => ({ value, label: timeName(value, t) }))}
          onChange={(value) => put({ time: value === about.times[0] ? undefined : (value ?? undefined) })}
        />
      )}
      <Conditions about={about} question={question} error={errorOf('where')} onChange={put} />
      <OwnMeasures about={about} question={question} error={errorOf('measures')} onChange={put} />
      {numbers.length > 0 && (
        <OwnFormulas about={about} question={question} error={errorOf('formulas')} onChange={put} />
      )}
      {numbers.length > 0 && (
        <RowConditions about={about} question={question} error={errorOf('having')} onChange={put} />
      )}
      <Select
        label={t('ask.order')}
        allowDeselect={false}
        value={order}
        error={errorOf('orderBy')}
        data={[
          { value: '', label: t('ask.natural') },
          ...orders.map(([value, label]) => ({ value, label })),
          ...(order !== '' && !orders.some(([value]) => value === order) ? [{ value: order, label: order }] : []),
        ]}
        onChange={(value) => put({ orderBy: value ? [orderFrom(value)] : [] })}
      />
      <LimitField question={question} error={errorOf('limit')} onChange={put} />
      <OtherParts question={question} error={errorOf(...otherParts(question))} onChange={put} />
    </Stack>
  );
}

function orderOf(order: Order | undefined): string {
  if (!order) return '';
  if (order.metric) return `metric:${order.metric}:${order.direction}`;
  if (order.dimension) return `dimension:${order.dimension}:${order.direction}`;
  return order.measure ? `measure:${order.measure}:${order.direction}` : '';
}

function orderFrom(text: string): Order {
  const [kind = '', name = '', direction = ''] = text.split(':');
  return { [kind]: name, direction };
}

/** Times of records have texts in their lists. */
const TIMES: Readonly<Record<string, TextKey>> = {
  SOLD_AT: 'device.soldAt',
  CREATED_AT: 'device.createdAt',
  CLAIMED_AT: 'device.claimedAt',
  ACTIVATED_AT: 'device.activatedAt',
  LAST_SEEN_AT: 'device.lastSeenAt',
  CANCELLED_AT: 'preorder.cancelledAt',
  FULFILLED_AT: 'preorder.fulfilledAt',
};

function timeName(key: string, t: (key: TextKey) => string): string {
  const known = TIMES[key];
  return known ? t(known) : key.toLowerCase().replaceAll('_', ' ');
}
