import { Alert } from '@mantine/core';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { bucketText } from '../ui/bucket.ts';
import { termName } from './own-names.ts';
import { MOST_ROWS, type Question } from './question.ts';
import { dimensionName } from './words.ts';
import '../text/analytics.ts';

interface Props {
  readonly answer: AnswerFragment;
  readonly question: Question;
}

/** Which part of all rows the answer is, and how to see the others. */
export function CutNote({ answer: { rows, rowCount }, question }: Props) {
  const text = useText();
  const { t, language } = text;
  const { orderBy: [order] = [], grain } = question;
  const counts = { n: rows.length, all: rowCount };
  const isLatest = order?.time === true && order.direction === 'DESC';
  const end = rows.at(-1)?.bucketLabel;
  const part = () => {
    if (grain && end && (!order || order.time)) {
      const at = bucketText(end, language, true);
      return isLatest ? t('ask.cutSince', { ...counts, at }) : t('ask.cutUntil', { ...counts, at });
    }
    const number = order && (order.metric ?? order.measure);
    if (order && number) {
      const name = termName(order, question, text);
      return order.direction === 'DESC'
        ? t('ask.cutMost', { ...counts, name })
        : t('ask.cutLeast', { ...counts, name });
    }
    const name = order?.dimension && (dimensionName(order.dimension, text) ?? order.dimension);
    return name ? t('ask.cutBy', { ...counts, name }) : t('ask.cut', counts);
  };
  return (
    <Alert color="orange" variant="light" p="xs" my="xs" role="note">
      {part()} {t(rows.length < MOST_ROWS ? 'ask.cutMore' : 'ask.cutShorter')}
    </Alert>
  );
}
