import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { grouped } from '../text/triple.ts';
import { wholeUnitsOf } from './money-text.ts';

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: number | null;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly onChange: (value: number | null) => void;
}

/** Takes a whole number or amount, shown in groups of three; empty is none. A text that is no whole number does not get in. */
export function WholeAmount({ value, onChange, isRequired = false, ...props }: Props) {
  const [isTyping, setTyping] = useState(false);
  const plain = value === null ? '' : String(value);
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      className="k-number"
      required={isRequired}
      value={isTyping || value === null ? plain : grouped(value)}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={({ currentTarget }) => {
        const amount = currentTarget.value.trim() === '' ? null : wholeUnitsOf(currentTarget.value);
        if (amount !== undefined) onChange(amount);
      }}
    />
  );
}
