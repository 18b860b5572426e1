import { Alert, Button, Text } from '@mantine/core';
import { useText } from '../text/index.tsx';
import '../text/actions.ts';

/** Says that the record of an open form was changed by somebody else; what is done then is the person's choice. */
export function StaleRecord({ onGoOn }: { readonly onGoOn: () => void }) {
  const { t } = useText();
  return (
    <Alert color="orange" variant="light" p="sm" role="status">
      <Text size="sm">{t('action.conflict')}</Text>
      <Button mt={8} size="xs" variant="default" onClick={onGoOn}>
        {t('action.goOn')}
      </Button>
    </Alert>
  );
}
