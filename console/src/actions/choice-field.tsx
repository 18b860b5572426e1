import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import type { ActionField } from './action.ts';

interface Props {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error: ReactNode;
  readonly value: string;
  readonly required: boolean;
  readonly 'data-autofocus'?: true | undefined;
  readonly options: NonNullable<ActionField['options']>;
  readonly onChange: (value: string) => void;
}

/** Chooses one of a few values. */
export function ChoiceField({ options, value, onChange, ...props }: Props) {
  const { t } = useText();
  return (
    <Select
      {...props}
      data={options.map((one) => ({ value: one.value, label: t(one.label) }))}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
