import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '../text/index.tsx';
import '../text/edit.ts';

interface Props {
  readonly isChanged: boolean;
  /** True once the form has ended, so that what follows is no loss. */
  readonly isOver: RefObject<boolean>;
  /** Whether the person wants to close the form. A page has no button for that. */
  readonly isClosing?: boolean;
  readonly onStay?: () => void;
  readonly onLeave?: () => void;
}

/** Asks before a form with changes is left: by its buttons, by another address, or with the tab. */
export function LeaveGuard({ isChanged, isOver, isClosing = false, onStay, onLeave }: Props) {
  const { t } = useText();
  const mustAsk = () => isChanged && !isOver.current;
  const blocker = useBlocker({ shouldBlockFn: mustAsk, enableBeforeUnload: mustAsk, withResolver: true });
  const isBlocked = blocker.status === 'blocked';
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const isFree = isClosing && !isChanged;
  useEffect(() => {
    if (isFree) leave.current?.();
  }, [isFree]);

  const stay = () => {
    if (isBlocked) blocker.reset();
    onStay?.();
  };
  const go = () => {
    isOver.current = true;
    if (isBlocked) blocker.proceed();
    else onLeave?.();
  };
  return (
    <Modal
      opened={isBlocked || (isClosing && isChanged)}
      onClose={stay}
      title={t('edit.leave')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      size="sm"
      centered
      zIndex={400}
    >
      <Text size="sm">{t('edit.leaveText')}</Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={go}>
          {t('edit.discard')}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t('edit.stay')}
        </Button>
      </Group>
    </Modal>
  );
}
