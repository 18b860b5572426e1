import { TextInput } from '@mantine/core';
import { useText } from '../text/index.tsx';
import '../text/edit.ts';

interface Props {
  /** What has to be typed, as it is. */
  readonly name: string;
  readonly value: string;
  readonly isTried: boolean;
  readonly onChange: (value: string) => void;
}

/** Whether the confirmation was typed. Spaces around it do not count. */
export const isTyped = (name: string, value: string) => value.trim() === name.trim();

/** For what cannot be undone: the name of the record has to be typed. */
export function TypedConfirmation({ name, value, isTried, onChange }: Props) {
  const { t } = useText();
  return (
    <TextInput
      label={t('edit.typeName', { name })}
      value={value}
      required
      autoComplete="off"
      spellCheck={false}
      error={isTried && !isTyped(name, value) ? t('edit.typeNameWrong') : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
