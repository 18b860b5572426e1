import { Autocomplete, Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { EnumName } from '../text/enums.ts';
import { type Text, type TextKey, useText, wordOf } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { countryName } from '../ui/country.ts';
import { currencyLabel } from '../ui/currency.ts';
import { MoneyInput } from '../ui/money-input.tsx';
import { moneyText, wholeUnitsOf } from '../ui/money-text.ts';
import { PhoneInput } from '../ui/phone-input.tsx';
import { isPhone } from '../ui/phone-text.ts';
import { TimeInput } from '../ui/time-input.tsx';
import { ToneBadge } from '../ui/tone-badge.tsx';
import { CountryInput } from './country-input.tsx';
import { CurrencyInput } from './currency-input.tsx';
import classes from './record.module.css';
import { type Picked, RecordPicker } from './record-picker.tsx';
import '../text/edit.ts';
import '../text/list.ts';

/** A field of a record's form. */
export type EditField = {
  readonly name: string;
  readonly label: TextKey;
  readonly description?: TextKey;
  /** What the description cannot say without the record. */
  readonly detail?: string | undefined;
  /** What is allowed, and seldom meant. */
  readonly caution?: (value: string) => TextKey | undefined;
  /** Fields of one group stand below its heading. */
  readonly group?: TextKey;
  /** It goes with the change, and is no field of the record: a reason. */
  readonly isNote?: boolean;
  readonly isRequired?: boolean;
  /** Has a row of its own. */
  readonly isWide?: boolean;
  readonly max?: number;
  /** Why the state of the record does not let it be changed now. */
  readonly lockedBy?: string | undefined;
} & (
  | { readonly kind: 'text' | 'email' | 'tel' | 'lines' }
  | { readonly kind: 'choice'; readonly word: EnumName; readonly values: readonly string[] }
  /** Its value is the code of a country, or a text. */
  | { readonly kind: 'country' }
  /** Its value is the code of a currency. */
  | { readonly kind: 'currency' }
  /** A text that others already have, or another. */
  | { readonly kind: 'suggest'; readonly values: readonly string[] }
  /** Its value is `true` or `false`. */
  | { readonly kind: 'check' }
  /** What is on the screen besides the form, which has no input for it. */
  | { readonly kind: 'screen'; readonly shown: (value: string) => ReactNode }
  /** A number without a sign, as an amount without a currency. */
  | { readonly kind: 'number' }
  /** Its value is the clock of a zone, as `fieldOfTime` writes it. */
  | { readonly kind: 'time'; readonly zone: string; readonly shown: (clock: string) => string }
  /** Its value is an amount in digits alone, so that one amount that two people typed is the same text; else as it was typed. */
  | { readonly kind: 'money'; readonly currency: string }
  /** Its value is an id. */
  | {
      readonly kind: 'record';
      readonly find: (words: string) => Promise<readonly Picked[]>;
      readonly nameOf: (id: string) => string;
      /** What stands there without a record. */
      readonly none?: TextKey;
    }
);

/** A value of a field, as a person reads it. */
export function shownValue(field: EditField, value: string, text: Text): string {
  if (field.kind === 'choice') return wordOf(text, field.word, value);
  if (field.kind === 'record') return field.nameOf(value);
  if (field.kind === 'country') return countryName(value, text.language);
  if (field.kind === 'currency') return currencyLabel(value, text.language);
  if (field.kind === 'check') return text.t(value === 'true' ? 'filter.yes' : 'filter.no');
  if (field.kind === 'time') return field.shown(value);
  const amount = field.kind === 'money' || field.kind === 'number' ? wholeUnitsOf(value) : undefined;
  if (amount === undefined) return value;
  return field.kind === 'money' ? moneyText(amount, field.currency) : grouped(amount);
}

/** What is wrong with a value before the service has seen it. */
export function faultOf({ kind, isRequired }: EditField, value: string, isChanged: boolean): TextKey | undefined {
  if (value.trim() === '') return isRequired ? 'form.required' : undefined;
  // An older record may have anything there.
  if (kind === 'tel') return isChanged && !isPhone(value) ? 'edit.noPhone' : undefined;
  if ((kind !== 'money' && kind !== 'number') || wholeUnitsOf(value) !== undefined) return undefined;
  return kind === 'money' ? 'money.whole' : 'edit.whole';
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
  const caution = field.caution?.(value);
  const said = [field.description && text.t(field.description), field.detail].filter(Boolean).join(' ') || undefined;
  const common = {
    label: text.t(field.label),
    description:
      field.lockedBy ??
      (caution ? (
        <>
          <ToneBadge tone="care">{text.t(caution)}</ToneBadge> {said}
        </>
      ) : (
        said
      )),
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
  if (field.kind === 'screen') return null;
  if (field.kind === 'number') return <Amount {...common} onChange={onChange} />;
  if (field.kind === 'time') return <TimeInput {...common} zone={field.zone} onChange={onChange} />;
  if (field.kind === 'tel') return <PhoneInput {...common} onChange={onChange} />;
  if (field.kind === 'suggest') return <Autocomplete {...common} data={[...field.values]} onChange={onChange} />;
  if (field.kind === 'check') {
    const { label, description, disabled, className } = common;
    return (
      <Checkbox
        {...{ label, description, disabled, className, error }}
        checked={value === 'true'}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  }
  if (field.kind === 'country') return <CountryInput {...common} onChange={onChange} />;
  if (field.kind === 'currency') return <CurrencyInput {...common} onChange={onChange} />;
  if (field.kind === 'record')
    return (
      <div className={common.className}>
        <RecordPicker
          {...common}
          value={value === '' ? undefined : { id: value, name: field.nameOf(value) }}
          {...(field.none && { placeholder: text.t(field.none) })}
          clearable={!field.isRequired}
          onChange={(picked) => onChange(picked?.id ?? '')}
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
