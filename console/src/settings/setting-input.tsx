import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FirmwareChannel } from '../api/generated/enums.ts';
import type { Conflict } from '../record/merge.ts';
import { useText } from '../text/index.tsx';
import type { SettingField } from './fields.ts';
import '../text/settings.ts';

const CHANNELS: readonly FirmwareChannel[] = ['STABLE', 'BETA', 'INTERNAL'];

interface Props {
  readonly field: SettingField;
  readonly value: string;
  readonly error: string | undefined;
  readonly conflict: Conflict | undefined;
  readonly onChange: (value: string) => void;
  readonly onChoose: (value: string) => void;
}

/** One setting: its name, what it does, and a choice where two people changed it. */
export function SettingInput({ field: { name, kind }, value, error, conflict, onChange, onChoose }: Props) {
  const { t, word } = useText();
  const common = {
    label: t(`settings.${name}`),
    description: t(`settings.${name}Text`),
    error,
  };
  return (
    <Stack gap={6}>
      {kind === 'channel' ? (
        <Select
          {...common}
          allowDeselect={false}
          value={value}
          onChange={(chosen) => onChange(chosen ?? value)}
          data={CHANNELS.map((one) => ({ value: one, label: word('FirmwareChannel', one) }))}
        />
      ) : (
        <TextInput
          {...common}
          value={value}
          inputMode={kind === 'number' ? 'numeric' : 'text'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {conflict && (
        <div>
          <Text size="xs" mb={4}>
            {t('settings.both')}
          </Text>
          <Group gap={6}>
            <Button size="compact-xs" variant="default" onClick={() => onChoose(conflict.mine)}>
              {t('settings.mine', { value: conflict.mine })}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => onChoose(conflict.theirs)}>
              {t('settings.theirs', { value: conflict.theirs })}
            </Button>
          </Group>
        </div>
      )}
    </Stack>
  );
}
