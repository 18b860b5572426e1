import { Text } from '@mantine/core';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { Bars, Lines, TimeBars } from '../charts/lazy.tsx';
import { useText } from '../text/index.tsx';
import { changeText, figureText } from '../ui/figure.ts';
import classes from './analytics.module.css';
import { dimensionsIn, groupsOf, hasBefore, hasTime, metricsIn } from './columns.ts';
import '../text/analytics.ts';

const MAX_BARS = 25;
const MAX_LINES = 8;

interface Props {
  readonly answer: AnswerFragment;
  /** Which number. */
  readonly at: number;
  /** Those of the answer, in the order of the table. */
  readonly rows: readonly AnswerFragment['rows'][number][];
  /** What the answer is compared with. */
  readonly before: string;
}

/** One number of the answer in the form that its parts ask for: a series, lines, bars or figures. */
export function AnswerChart({ answer, at, rows, before }: Props) {
  const text = useText();
  const { language } = text;
  const numbers = metricsIn(answer, text);
  const number = numbers[at];
  if (!number) return null;
  const dimensions = dimensionsIn(answer, text);
  const isDivided = dimensions.length > 0;
  const title = number.label;
  const timed = inTime(answer.rows);
  if (hasTime(answer) && !isDivided) {
    const points = timed.flatMap(({ bucketLabel, previousBucketLabel, metrics, previous, partial }) => {
      const label = bucketLabel ?? previousBucketLabel;
      return label ? [{ label, now: metrics[at] ?? null, before: previous?.[at], isPartial: partial }] : [];
    });
    return <TimeBars title={title} points={points} counted={number} before={before} height={320} />;
  }
  const nameOf = (row: AnswerFragment['rows'][number]) => groupsOf(answer, row, text).filter(Boolean).join(' · ');
  if (hasTime(answer)) {
    const labels = [...new Set(timed.flatMap(({ bucketLabel }) => (bucketLabel ? [bucketLabel] : [])))];
    const lines = linesOf(answer, at, nameOf);
    return (
      <>
        <Lines title={title} labels={labels} lines={lines.slice(0, MAX_LINES)} counted={number} />
        <First n={MAX_LINES} all={lines.length} />
      </>
    );
  }
  if (isDivided) {
    const bars = rows.map((row) => ({
      name: nameOf(row),
      now: row.metrics[at] ?? null,
      before: row.previous?.[at],
    }));
    return (
      <>
        <Bars title={title} bars={bars.slice(0, MAX_BARS)} counted={number} before={before} />
        <First n={MAX_BARS} all={bars.length} />
      </>
    );
  }
  const [row] = answer.rows;
  return (
    <dl className={classes.figures}>
      {numbers.map((one, index) => (
        <div key={one.key}>
          <dt>{one.label}</dt>
          <dd>
            <b className="k-number">{figureText(row?.metrics[index], one, language)}</b>
            {hasBefore(answer) && (
              <small className="k-number">
                {before}: {figureText(row?.previous?.[index], one, language)} (
                {changeText(row?.change?.[index], language)})
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A chart goes from left to right, whatever the order of the question is. What was only before comes last. */
function inTime(rows: AnswerFragment['rows']) {
  // The same hour is there twice where clocks go back.
  const placeOf = ({ bucketLabel }: AnswerFragment['rows'][number]) =>
    bucketLabel?.includes('T') ? new Date(bucketLabel).toISOString() : (bucketLabel ?? '~');
  return [...rows].sort((one, other) => {
    const [left, right] = [placeOf(one), placeOf(other)];
    if (left === right) return 0;
    return left < right ? -1 : 1;
  });
}

function First({ n, all }: { readonly n: number; readonly all: number }) {
  const { t } = useText();
  if (all <= n) return null;
  return (
    <Text size="xs" c="dimmed">
      {t('ask.firstGroups', { n, all })}
    </Text>
  );
}

/** A line for each group, those with most first. Two records may have one name. */
function linesOf(answer: AnswerFragment, at: number, nameOf: (row: AnswerFragment['rows'][number]) => string) {
  const lines = new Map<string, { readonly name: string; readonly values: Record<string, number | null> }>();
  for (const row of answer.rows) {
    if (!row.bucketLabel) continue;
    const key = JSON.stringify([row.rest, row.dimensions]);
    const line = lines.get(key) ?? { name: nameOf(row), values: {} };
    line.values[row.bucketLabel] = row.metrics[at] ?? null;
    lines.set(key, line);
  }
  const sumOf = (values: Readonly<Record<string, number | null>>) =>
    Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0);
  return [...lines.values()].sort((one, other) => sumOf(other.values) - sumOf(one.values));
}
