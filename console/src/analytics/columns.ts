import type { AnswerFragment } from '../api/generated/operations.ts';
import type { Text } from '../text/index.tsx';
import type { Counted } from '../ui/figure.ts';
import { dimensionName, metricName, valueName } from './words.ts';
import '../text/analytics.ts';

type Row = AnswerFragment['rows'][number];

export interface Column extends Counted {
  readonly key: string;
  readonly label: string;
}

const named = (answer: AnswerFragment, kind: string, nameOf: (key: string) => string | undefined): Column[] =>
  answer.columns
    .filter((column) => column.kind === kind)
    .map(({ key, label, type, unit }) => ({ key, label: nameOf(key) ?? label, type, unit }));

/** The numbers of an answer, in the order of its rows. */
export const metricsIn = (answer: AnswerFragment, text: Text) =>
  named(answer, 'METRIC', (key) => metricName(key, text));

export const dimensionsIn = (answer: AnswerFragment, text: Text) =>
  named(answer, 'DIMENSION', (key) => dimensionName(key, text));

export const hasTime = ({ columns }: AnswerFragment) => columns.some(({ kind }) => kind === 'TIME');

export const hasBefore = ({ columns }: AnswerFragment) => columns.some(({ kind }) => kind === 'PREVIOUS');

/** The groups of a row in words. */
export function groupsOf(answer: AnswerFragment, row: Row, text: Text): readonly string[] {
  if (row.rest) return dimensionsIn(answer, text).map((_, at) => (at === 0 ? text.t('ask.rest') : ''));
  return dimensionsIn(answer, text).map(({ key }, at) =>
    valueName(answer.dataSet, key, row.dimensions[at] ?? null, row.labels[at] ?? null, text),
  );
}
