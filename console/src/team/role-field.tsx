import { Select, Stack, Text } from '@mantine/core';
import type { AdminRole } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';
import { ROLES } from './status.tsx';
import '../text/team.ts';

interface Props {
  readonly value: AdminRole | undefined;
  readonly error: string | undefined;
  readonly onChange: (role: AdminRole) => void;
}

/** Chooses a role; each says what it is for. */
export function RoleField({ value, error, onChange }: Props) {
  const { t, word } = useText();
  return (
    <Select
      label={t('team.role')}
      description={value && t(`role.${value}`)}
      error={error}
      required
      allowDeselect={false}
      maxDropdownHeight={380}
      value={value ?? null}
      onChange={(chosen) => {
        const role = ROLES.find((one) => one === chosen);
        if (role) onChange(role);
      }}
      data={ROLES.map((role) => ({ value: role, label: word('AdminRole', role) }))}
      renderOption={({ option }) => {
        const role = ROLES.find((one) => one === option.value);
        return (
          <Stack gap={0}>
            <Text size="sm">{option.label}</Text>
            {role && (
              <Text size="xs" c="dimmed">
                {t(`role.${role}`)}
              </Text>
            )}
          </Stack>
        );
      }}
    />
  );
}
