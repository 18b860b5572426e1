import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text/index.tsx';
import { currenciesAfter, currencyLabel } from '../ui/currency.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value: string;
  /** Stands before the others. */
  readonly usual?: string;
  readonly onChange: (value: string) => void;
}

/** A currency by its code or its name. One that is stored can be kept, whatever it is. */
export function CurrencyInput({ value, usual = '', onChange, ...props }: Props) {
  const { language } = useText();
  const [begun] = useState(value);
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      data={currenciesAfter(usual, begun, value).map((code) => ({ value: code, label: currencyLabel(code, language) }))}
      value={value || null}
      onChange={(code) => code && onChange(code)}
    />
  );
}
