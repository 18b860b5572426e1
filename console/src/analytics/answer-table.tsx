import type { AnswerFragment } from '../api/generated/operations.ts';
import { NumberTable } from '../charts/number-table.tsx';
import { useText } from '../text/index.tsx';
import { bucketText } from '../ui/bucket.ts';
import { changeOf, changeText, figureText } from '../ui/figure.ts';
import { dimensionsIn, groupsOf, hasBefore, hasTime, metricsIn } from './columns.ts';
import '../text/analytics.ts';
import '../text/charts.ts';

interface Props {
  readonly answer: AnswerFragment;
  /** Those of the answer, in the order of the chart. */
  readonly rows: readonly AnswerFragment['rows'][number][];
  /** What the answer is compared with. */
  readonly before: string;
}

/** All rows of the answer, with the total. */
export function AnswerTable({ answer, rows: ordered, before }: Props) {
  const text = useText();
  const { t, language } = text;
  const numbers = metricsIn(answer, text);
  const [isTimed, isCompared] = [hasTime(answer), hasBefore(answer)];
  const dimensions = dimensionsIn(answer, text);
  const columns = [
    ...(isTimed ? [{ key: 'time', label: t('chart.period') }] : []),
    ...dimensions.map(({ key, label }) => ({ key, label })),
    ...numbers.flatMap(({ key, label }) => [
      { key: `${key}.now`, label, isNumber: true },
      ...(isCompared
        ? [
            { key: `${key}.before`, label: before, isNumber: true },
            { key: `${key}.change`, label: t('chart.change'), isNumber: true },
          ]
        : []),
    ]),
  ];
  const timeOf = ({ bucketLabel, previousBucketLabel, partial }: AnswerFragment['rows'][number]) => {
    const label = bucketText(bucketLabel ?? previousBucketLabel ?? '', language, true);
    return partial ? `${label} (${t('chart.partial').toLowerCase()})` : label;
  };
  const rows = ordered.map((row, index) => ({
    key: String(index),
    cells: [
      ...(isTimed ? [timeOf(row)] : []),
      ...groupsOf(answer, row, text),
      ...numbers.flatMap((number, at) => [
        figureText(row.metrics[at], number, language),
        ...(isCompared
          ? [figureText(row.previous?.[at], number, language), changeText(row.change?.[at], language)]
          : []),
      ]),
    ],
  }));
  const lead = (isTimed ? 1 : 0) + dimensions.length;
  const foot =
    lead > 0
      ? [
          t('chart.total'),
          ...Array.from({ length: lead - 1 }, () => ''),
          ...numbers.flatMap((number, at) => [
            figureText(answer.totals[at], number, language),
            ...(isCompared
              ? [
                  figureText(answer.previousTotals?.[at], number, language),
                  changeText(changeOf(answer.totals[at], answer.previousTotals?.[at]), language),
                ]
              : []),
          ]),
        ]
      : undefined;
  return <NumberTable title={t('ask.answer')} columns={columns} rows={rows} foot={foot} maxHeight={620} />;
}
