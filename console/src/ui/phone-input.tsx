import { TextInput, type TextInputProps } from '@mantine/core';
import { type Ref, useState } from 'react';
import { useText } from '../text/index.tsx';
import { isPhone, phoneText } from './phone-text.ts';
import '../text/edit.ts';

interface Props extends Omit<TextInputProps, 'type' | 'value' | 'onChange'> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Takes a phone number. When the field is left, it is shown in groups, and what is no number is an error. */
export function PhoneInput({ value, onChange, onBlur, error, ...props }: Props) {
  const { t } = useText();
  const [isLeft, setLeft] = useState(false);
  const isWrong = isLeft && value.trim() !== '' && !isPhone(value);
  return (
    <TextInput
      {...props}
      type="tel"
      autoComplete="off"
      value={value}
      error={error || (isWrong && t('edit.noPhone'))}
      onChange={({ currentTarget }) => {
        setLeft(false);
        onChange(currentTarget.value);
      }}
      onBlur={(event) => {
        setLeft(true);
        const text = phoneText(value);
        if (text !== value) onChange(text);
        onBlur?.(event);
      }}
    />
  );
}
