import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { grouped } from '../text/triple.ts';
import { moneyText, wholeUnitsOf } from './money-text.ts';

interface MoneyProps {
  readonly amount: number | null | undefined;
  readonly currency: string;
}

/** An amount in whole units of its currency; a dash where there is none. */
export function Money({ amount, currency }: MoneyProps) {
  if (amount === null || amount === undefined) return <span aria-hidden>–</span>;
  return <span className="k-number">{moneyText(amount, currency)}</span>;
}

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

/** Takes an amount in whole units; it is shown in groups of three when the field is left. */
export function MoneyInput({ currency, value, onChange, ...props }: Props) {
  const amount = wholeUnitsOf(value);
  return (
    <TextInput
      {...props}
      withAsterisk={props.required ?? false}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => amount !== undefined && onChange(grouped(amount))}
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
