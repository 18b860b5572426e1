import { Button, Modal, Stack, Text } from '@mantine/core';
import { useText } from '../text/index.tsx';
import { end } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useViewer } from './use-session.ts';

/** Lies over the screen while the session is over; what waits for it goes on afterwards. */
export default function SignInOver() {
  const { t } = useText();
  const viewer = useViewer();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title={t('signIn.over')}
      size="sm"
      centered
      zIndex={500}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('signIn.overText')}
        </Text>
        <SignInForm email={viewer.admin.email} />
        <Button variant="subtle" color="gray" onClick={() => end(false)}>
          {t('signIn.leave')}
        </Button>
      </Stack>
    </Modal>
  );
}
