import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text/index.tsx';
import { end } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useViewer } from './use-session.ts';
import '../text/sign-in-over.ts';

/** Nothing of the screen is seen through it. */
const CLOSED = { backgroundOpacity: 1, color: 'var(--mantine-color-body)' } as const;

/**
 * Lies over the screen while the session is over; what waits for it goes on afterwards. The screen itself is hidden unless the session just
 * expired: whoever ended it may have wanted that.
 */
export default function SignInOver({ why }: { readonly why: 'ended' | 'left' }) {
  const { t } = useText();
  const { admin, session } = useViewer();
  const [isEarly] = useState(() => session !== null && Date.now() < Date.parse(session.expiresAt));
  const isLeft = why === 'left';
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={t(isLeft ? 'signIn.left' : 'signIn.over')}
      size="sm"
      centered
      zIndex={500}
      overlayProps={isEarly ? CLOSED : {}}
    >
      <Stack gap="md">
        {isEarly && !isLeft && <Text size="sm">{t('signIn.early')}</Text>}
        <Text size="sm" c="dimmed">
          {t('signIn.overText')}
        </Text>
        <SignInForm email={admin.email} />
        <Button variant="subtle" color="gray" onClick={() => end(false)}>
          {t('signIn.leave')}
        </Button>
      </Stack>
    </Modal>
  );
}
