import { SegmentedControl, Select, Skeleton, Text } from '@mantine/core';
import { GraphIcon } from '@primer/octicons-react';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { Card } from '../record/record-page.tsx';
import { useText } from '../text/index.tsx';
import type { Problem } from '../text/problem.ts';
import { Nothing } from '../ui/nothing.tsx';
import { ProblemAlert } from '../ui/problem.tsx';
import { useTimes } from '../ui/time.tsx';
import classes from './analytics.module.css';
import { AnswerChart } from './answer-chart.tsx';
import { AnswerQuery } from './answer-query.tsx';
import { AnswerTable } from './answer-table.tsx';
import { barOrder } from './bar-order.ts';
import { dimensionsIn, hasTime, metricsIn } from './columns.ts';
import { CutNote } from './cut-note.tsx';
import { OtherCurrencies } from './other-currencies.tsx';
import type { Question } from './question.ts';
import type { CatalogSet } from './start-page.tsx';
import { useQuestion, VIEWS } from './use-question.ts';
import '../text/analytics.ts';
import '../text/charts.ts';

interface Props {
  readonly about: CatalogSet;
  readonly question: Question;
  /** The question that the service answered. */
  readonly asked: Question;
  readonly answer: AnswerFragment | undefined;
  readonly problem: Problem | undefined;
  readonly isAsking: boolean;
}

/** The fields that say themselves what is wrong with them. */
const isAtField = ({ code, fields }: Problem) =>
  code === 'INVALID_RANGE' || (fields.length > 0 && fields.every(({ path }) => /^query\.\w/.test(path)));

/** The answer as a chart, as a table, and as what computes it. */
export function Answer({ about, question, asked, answer, problem, isAsking }: Props) {
  const text = useText();
  const { t } = text;
  const { view, metric, show } = useQuestion();
  const numbers = answer ? metricsIn(answer, text) : [];
  const at = metric < numbers.length ? metric : 0;
  const views = (
    <SegmentedControl
      size="xs"
      aria-label={t('ask.shown')}
      value={view}
      onChange={(next) => show({ view: next })}
      data={VIEWS.map((value) => ({ value, label: t(`ask.${value}`) }))}
    />
  );
  // One row is shown as figures, all at once.
  const isChart = answer && (hasTime(answer) || dimensionsIn(answer, text).length > 0);
  const isEmpty = answer !== undefined && answer.rows.length === 0;
  const before = t(question.compareTo === 'PREVIOUS_YEAR' ? 'ask.PREVIOUS_YEAR' : 'chart.before');
  const rows = answer ? rowsOf(answer, question, at, text) : [];
  return (
    <Card title={t('ask.answer')} side={views}>
      <div aria-busy={isAsking} className={classes.answer} data-old={(isAsking && answer !== undefined) || undefined}>
        {problem && !isAtField(problem) && <ProblemAlert problem={problem} />}
        {problem && isAtField(problem) && (
          <Text size="sm" c="dimmed">
            {t('state.failed')}
          </Text>
        )}
        {!answer && !problem && isAsking && <Skeleton height={280} />}
        {answer && !problem && (
          <>
            <Ranges answer={answer} compared={before} />
            <OtherCurrencies about={about} question={question} answer={answer} />
            {answer.truncated && <CutNote answer={answer} question={asked} />}
            {view === 'chart' && numbers.length > 1 && isChart && (
              <Select
                size="xs"
                maw={280}
                my="xs"
                aria-label={t('ask.metrics')}
                allowDeselect={false}
                value={String(at)}
                data={numbers.map(({ label }, index) => ({ value: String(index), label }))}
                onChange={(value) => show({ metric: value ?? '0' })}
              />
            )}
            {isEmpty && view !== 'query' && (
              <Nothing icon={GraphIcon} title={t('ask.nothing')} isPart>
                {t('ask.nothingText')}
              </Nothing>
            )}
            {!isEmpty && view === 'chart' && <AnswerChart answer={answer} at={at} rows={rows} before={before} />}
            {!isEmpty && view === 'table' && <AnswerTable answer={answer} rows={rows} before={before} />}
          </>
        )}
        {view === 'query' && <AnswerQuery about={about} question={asked} answer={answer} />}
      </div>
    </Card>
  );
}

/** The rows in the order of the question, or of the bars where it has none; the chart and the table have the same. */
function rowsOf(answer: AnswerFragment, { orderBy }: Question, at: number, text: ReturnType<typeof useText>) {
  if (hasTime(answer) || (orderBy ?? []).length > 0) return answer.rows;
  const keys = dimensionsIn(answer, text).map(({ key }) => key);
  return barOrder(answer.rows, keys, at);
}

function Ranges({ answer, compared }: { readonly answer: AnswerFragment; readonly compared: string }) {
  const { t } = useText();
  const { from, to, previousFrom, previousTo, timezone } = answer;
  const times = useTimes(timezone);
  const last = (end: string) => times.date(new Date(Date.parse(end) - 1).toISOString());
  const now = from && to ? `${times.date(from)} – ${last(to)}` : t('ask.ever');
  const before = previousFrom && previousTo ? `${times.date(previousFrom)} – ${last(previousTo)}` : undefined;
  return (
    <Text size="xs" c="dimmed" mb={8}>
      {now}
      {before && ` · ${compared}: ${before}`} · {t('ask.zone', { zone: timezone })}
    </Text>
  );
}
