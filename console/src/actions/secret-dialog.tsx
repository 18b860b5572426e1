import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { type TextKey, useText } from '../text/index.tsx';

interface Props {
  readonly title: TextKey;
  readonly text: TextKey;
  readonly noted: TextKey;
  /** Whose it is. */
  readonly name: string;
  readonly value: string;
  readonly onNoted: () => void;
}

/** A secret that no other answer shows: it stays until somebody says that it is noted, and leaving the page warns. */
export function SecretDialog({ title, text, noted, name, value, onNoted }: Props) {
  const { t } = useText();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} title={t(title)}>
      <Stack>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">{t(text)}</Text>
        <Code block fz="md" ta="center" data-testid="secret" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {value}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} data-autofocus>
                {t(copied ? 'state.copied' : 'state.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onNoted}>{t(noted)}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
