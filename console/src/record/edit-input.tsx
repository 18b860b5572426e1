import { Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EnumName } from '../text/enums.ts';
import { type TextKey, useText, wordOf } from '../text/index.tsx';
import classes from './record.module.css';
import '../text/list.ts';

/** A field of a record's form. */
export type EditField = {
  readonly name: string;
  readonly label: TextKey;
  readonly description?: TextKey;
  readonly isRequired?: boolean;
  /** Has a row of its own. */
  readonly isWide?: boolean;
  readonly max?: number;
} & (
  | { readonly kind: 'text' | 'email' | 'tel' | 'lines' }
  | { readonly kind: 'choice'; readonly word: EnumName; readonly values: readonly string[] }
);

interface Props {
  readonly field: EditField;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (value: string) => void;
}

export function EditInput({ field, value, error, onChange }: Props) {
  const text = useText();
  const common = {
    label: text.t(field.label),
    description: field.description && text.t(field.description),
    className: field.isWide || field.kind === 'lines' ? classes.wide : undefined,
    error,
    value,
    required: field.isRequired ?? false,
    withAsterisk: field.isRequired ?? false,
    maxLength: field.max,
    autoComplete: 'off',
    'data-autofocus': field.isRequired || undefined,
  };
  if (field.kind === 'choice')
    return (
      <Select
        {...common}
        clearable={!field.isRequired}
        value={value || null}
        clearButtonProps={{ 'aria-label': text.t('list.clear') }}
        data={field.values.map((one) => ({ value: one, label: wordOf(text, field.word, one) }))}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  if (field.kind === 'lines')
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={10}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return <TextInput {...common} type={field.kind} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
