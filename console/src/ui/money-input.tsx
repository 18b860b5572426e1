import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { wholeUnitsOf } from './money-text.ts';
import '../text/edit.ts';

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  readonly currency?: string;
  /** What was typed; `wholeUnitsOf` reads it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly 'data-autofocus'?: true;
}

/** Takes an amount in whole units. When the field is left, it is shown in groups of three, and what is no amount is an error. */
export function MoneyInput({ currency, value, onChange, error, ...props }: Props) {
  const { t } = useText();
  const [isLeft, setLeft] = useState(false);
  const amount = wholeUnitsOf(value);
  const isWrong = isLeft && amount === undefined && value.trim() !== '';
  return (
    <TextInput
      {...props}
      withAsterisk={props.required ?? false}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={error ?? (isWrong && t('money.whole'))}
      onChange={(event) => {
        setLeft(false);
        onChange(event.currentTarget.value);
      }}
      onBlur={() => {
        setLeft(true);
        if (amount !== undefined) onChange(grouped(amount));
      }}
      rightSectionWidth={currency ? 52 : undefined}
      rightSectionPointerEvents="none"
      rightSection={
        currency && (
          <Text size="xs" c="dimmed">
            {currency}
          </Text>
        )
      }
    />
  );
}
