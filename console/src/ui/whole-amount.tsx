import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { grouped } from '../text/triple.ts';

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: number | null;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly onChange: (value: number | null) => void;
}

/** The longest whole number that a number holds exactly has 16 digits. */
const MAX_DIGITS = 15;

/** Takes a whole number or amount, shown in groups of three; empty is none. */
export function WholeAmount({ value, onChange, isRequired = false, isReadOnly = false, ...props }: Props) {
  const [isTyping, setTyping] = useState(false);
  const plain = value === null ? '' : String(value);
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      className="k-number"
      required={isRequired}
      withAsterisk={false}
      readOnly={isReadOnly}
      value={isTyping || value === null ? plain : grouped(value)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '').slice(0, MAX_DIGITS);
        onChange(digits === '' ? null : Number(digits));
      }}
    />
  );
}
