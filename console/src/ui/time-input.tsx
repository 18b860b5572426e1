import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { DateInput } from './date-input.tsx';
import { ToneBadge } from './tone-badge.tsx';
import { timeOfField } from './zoned-time.ts';
import '../text/dates.ts';

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  /** The zone of the clock that is typed. */
  readonly zone: string;
  /** `2026-11-27T10:30`; `timeOfField` reads it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly 'data-autofocus'?: true;
}

/** Takes the date and the time of something that has happened, in a zone, which it names. The service takes one of tomorrow, too, so it warns of that. */
export function TimeInput({ zone, description, ...props }: Props) {
  const { t } = useText();
  const isAhead = Date.parse(timeOfField(props.value, zone) ?? '') > Date.now();
  return (
    <DateInput
      {...props}
      hasTime
      zone={zone}
      description={
        <>
          {isAhead && <ToneBadge tone="care">{t('date.ahead')}</ToneBadge>} {description} {t('time.zone', { zone })}
        </>
      }
    />
  );
}
