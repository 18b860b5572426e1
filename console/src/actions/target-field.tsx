import { Select, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import { useText, wordOf } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import type { Action } from './action.ts';
import { sentencePartsOf } from './reason.ts';

interface Props {
  readonly label: string;
  readonly error: ReactNode;
  readonly value: string;
  readonly required: boolean;
  readonly 'data-autofocus'?: true | undefined;
  readonly action: Action;
  readonly available?: readonly AvailableActionFragment[] | undefined;
  readonly onChange: (value: string) => void;
}

/** Chooses a state. Those that the record cannot have now are there too, and say why. */
export function TargetField({ action, available, value, onChange, ...props }: Props) {
  const text = useText();
  const named = available?.filter(({ operation, to }) => operation === action.operation && to);
  const options = named
    ? named.map((one) => ({ to: one.to ?? '', reason: one.allowed ? undefined : one }))
    : (action.targets ?? []).map((to) => ({ to, reason: undefined }));
  const data = options.map(({ to, reason }) => ({
    value: to,
    label: action.targetWord ? wordOf(text, action.targetWord, to) : to,
    disabled: reason !== undefined,
  }));
  return (
    <Select
      {...props}
      data={[...data.filter(({ disabled }) => !disabled), ...data.filter(({ disabled }) => disabled)]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      maxDropdownHeight={340}
      comboboxProps={{ withinPortal: true }}
      renderOption={({ option }) => {
        const reason = options.find(({ to }) => to === option.value)?.reason;
        return (
          <Stack gap={0}>
            <Text size="sm">{option.label}</Text>
            {reason && (
              <Text size="xs" c="dimmed">
                {sentenceOf(sentencePartsOf(reason), text)}
              </Text>
            )}
          </Stack>
        );
      }}
    />
  );
}
