import { TextInput, type TextInputProps } from '@mantine/core';
import { useTimes } from './time.tsx';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'description'> {
  readonly description?: string;
  /** `2026-11-27`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Takes a date. The browser writes it as its own language does, so the date stands below it as elsewhere on the screens. */
export function DayInput({ value, onChange, description, ...props }: Props) {
  const { date } = useTimes('UTC');
  return (
    <TextInput
      {...props}
      type="date"
      description={[value && date(value), description].filter(Boolean).join(' · ') || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
