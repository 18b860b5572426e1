import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { DateInput } from './date-input.tsx';

interface Props {
  readonly label: string;
  readonly description?: string;
  /** The zone of the clock that is typed. */
  readonly zone: string;
  /** `2026-11-27T10:30`; `timeOfField` reads it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly 'data-autofocus'?: true;
}

/** Takes a date and a time in a zone, which it names. */
export function TimeInput({ zone, description, ...props }: Props) {
  const { t } = useText();
  return (
    <DateInput {...props} hasTime description={[description, t('time.zone', { zone })].filter(Boolean).join(' ')} />
  );
}
