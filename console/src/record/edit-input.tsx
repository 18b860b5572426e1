import { Select, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EnumName } from '../text/enums.ts';
import { type Text, type TextKey, useText, wordOf } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { MoneyInput } from '../ui/money.tsx';
import { moneyText, wholeUnitsOf } from '../ui/money-text.ts';
import classes from './record.module.css';
import { type Picked, RecordPicker } from './record-picker.tsx';
import '../text/edit.ts';
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
  /** Why the state of the record does not let it be changed now. */
  readonly lockedBy?: string | undefined;
} & (
  | { readonly kind: 'text' | 'email' | 'tel' | 'lines' }
  | { readonly kind: 'choice'; readonly word: EnumName; readonly values: readonly string[] }
  /** Its value is an amount in digits alone, so that one amount that two people typed is the same text; else as it was typed. */
  | { readonly kind: 'money'; readonly currency: string }
  /** Its value is an id. */
  | {
      readonly kind: 'record';
      readonly find: (words: string) => Promise<readonly Picked[]>;
      readonly nameOf: (id: string) => string;
    }
);

/** A value of a field, as a person reads it. */
export function shownValue(field: EditField, value: string, text: Text): string {
  if (field.kind === 'choice') return wordOf(text, field.word, value);
  if (field.kind === 'record') return field.nameOf(value);
  const amount = field.kind === 'money' ? wholeUnitsOf(value) : undefined;
  return field.kind === 'money' && amount !== undefined ? moneyText(amount, field.currency) : value;
}

/** What is wrong with a value before the service has seen it. */
export function faultOf({ kind, isRequired }: EditField, value: string): TextKey | undefined {
  if (value.trim() === '') return isRequired ? 'form.required' : undefined;
  return kind === 'money' && wholeUnitsOf(value) === undefined ? 'money.whole' : undefined;
}

interface Props {
  readonly field: EditField;
  readonly value: string;
  readonly error: ReactNode;
  /** A field that was locked after it was typed into can still be put back. */
  readonly isChanged: boolean;
  readonly onChange: (value: string) => void;
}

export function EditInput({ field, value, error, isChanged, onChange }: Props) {
  const text = useText();
  const common = {
    label: text.t(field.label),
    description: field.lockedBy ?? (field.description && text.t(field.description)),
    disabled: field.lockedBy !== undefined && !isChanged,
    className: field.isWide || field.kind === 'lines' ? classes.wide : undefined,
    error,
    value,
    required: field.isRequired ?? false,
    withAsterisk: field.isRequired ?? false,
    maxLength: field.max,
    autoComplete: 'off',
    'data-autofocus': field.isRequired || undefined,
  };
  if (field.kind === 'money') return <Amount {...common} currency={field.currency} onChange={onChange} />;
  if (field.kind === 'record')
    return (
      <div className={common.className}>
        <RecordPicker
          {...common}
          value={value === '' ? undefined : { id: value, name: field.nameOf(value) }}
          onChange={(picked) => picked && onChange(picked.id)}
          find={field.find}
        />
      </div>
    );
  if (field.kind === 'choice')
    return (
      <Select
        {...common}
        clearable={!field.isRequired}
        allowDeselect={!field.isRequired}
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

/** Shows what is typed as it is typed, and says it in digits alone. */
function Amount({ value, onChange, ...props }: Parameters<typeof MoneyInput>[0]) {
  const [typed, setTyped] = useState(spaced(value));
  return (
    <MoneyInput
      {...props}
      value={digitsOf(typed) === value ? typed : spaced(value)}
      onChange={(next) => {
        setTyped(next);
        onChange(digitsOf(next));
      }}
    />
  );
}

const digitsOf = (typed: string) => String(wholeUnitsOf(typed) ?? typed);

function spaced(value: string): string {
  const amount = wholeUnitsOf(value);
  return amount === undefined ? value : grouped(amount);
}
