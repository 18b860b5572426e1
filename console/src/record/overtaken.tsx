import { Alert, Button, Group, Text } from '@mantine/core';
import { PeopleIcon } from '@primer/octicons-react';
import { useText } from '../text/index.tsx';
import '../text/edit.ts';

interface Props {
  readonly name: string;
  readonly onOpen: () => void;
  readonly onSave: () => void;
}

/** What a person is about to save whole was saved by somebody else: theirs is opened, or saved over knowingly. */
export function Overtaken({ name, onOpen, onSave }: Props) {
  const { t } = useText();
  return (
    <Alert color="orange" variant="light" p="sm" icon={<PeopleIcon />} role="alert">
      <Text size="xs" mb={8}>
        {t('edit.overtaken', { name })}
      </Text>
      <Group gap={6}>
        <Button size="compact-xs" variant="default" onClick={onOpen}>
          {t('edit.openTheirs')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onSave}>
          {t('edit.saveOver')}
        </Button>
      </Group>
    </Alert>
  );
}
