import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { useTimes } from './time.tsx';

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

/** Takes a date and a time in a zone, which it names. Below it they stand as elsewhere on the screens: the browser has its own format. */
export function TimeInput({ zone, value, onChange, description, ...props }: Props) {
  const { t } = useText();
  // What is typed is a clock already, which no zone moves.
  const { dateTime } = useTimes('UTC');
  return (
    <TextInput
      {...props}
      type="datetime-local"
      description={[value && `${dateTime(value)}.`, description, t('time.zone', { zone })].filter(Boolean).join(' ')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
