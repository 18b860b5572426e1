import { Select } from '@mantine/core';
import { useText } from '../text/index.tsx';
import type { Changes, Question } from './question.ts';
import '../text/analytics.ts';

const LIMITS = [10, 50, 100, 500, 1_000, 5_000];
const USUAL = 500;
const OPEN = 'OPEN';

interface Props {
  readonly question: Question;
  readonly error: string | undefined;
  readonly onChange: (changes: Changes) => void;
}

/** How many rows an answer has; a series without a limit has the whole period. */
export function LimitField({ question: { grain, limit }, error, onChange }: Props) {
  const { t } = useText();
  const isOpen = limit === undefined || (!grain && limit === USUAL);
  const others = LIMITS.filter((one) => grain || one !== USUAL);
  return (
    <Select
      label={t('ask.limit')}
      allowDeselect={false}
      value={isOpen ? OPEN : String(limit)}
      error={error}
      data={[
        { value: OPEN, label: grain ? t('ask.wholeSeries') : String(USUAL) },
        ...new Set([...others, ...(isOpen ? [] : [limit])].map(String)),
      ]}
      onChange={(value) => onChange({ limit: value === OPEN ? undefined : Number(value) })}
    />
  );
}
