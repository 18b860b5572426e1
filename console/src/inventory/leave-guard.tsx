import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../text/index.tsx';
import '../text/inventory.ts';

/** Asks before another screen takes the place of this one; the browser asks before the page is closed or loaded again. */
export function LeaveGuard({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={blocker.reset}
      title={t('labels.leaveTitle')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <Text size="sm">{t('labels.leaveText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={blocker.reset}>
            {t('labels.stay')}
          </Button>
          <Button
            color="red"
            onClick={() => {
              blocker.proceed();
              onLeave();
            }}
          >
            {t('labels.leave')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface PrintedProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The last look at the codes. */
export function PrintedDialog({ onClose, onDone }: PrintedProps) {
  const { t } = useText();
  return (
    <Modal opened onClose={onClose} title={t('labels.doneTitle')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <Stack>
        <Text size="sm">{t('labels.doneText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button onClick={onDone}>{t('labels.hide')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
