import { Stack, Text } from '@mantine/core';
import { EditForm, type EditFormProps } from '../record/edit-form.tsx';
import { FieldFacts } from '../record/field-groups.tsx';
import type { Version } from '../record/merge.ts';
import { Card } from '../record/record-page.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { useTimes } from '../ui/time.tsx';
import '../text/settings.ts';

/** Settings as they are stored. */
export interface Stored extends Version {
  readonly updatedAt: string;
}

interface Props extends Pick<EditFormProps, 'fields' | 'save' | 'readAgain'> {
  readonly title: TextKey;
  readonly stored: Stored;
  readonly mayChange: boolean;
}

/** One record of settings with the form that changes it. */
export function SettingsCard({ title, stored, mayChange, ...form }: Props) {
  const { t } = useText();
  const { ago } = useTimes();
  const changed = (
    <Text size="xs" c="dimmed">
      {t('settings.changed', { ago: ago(stored.updatedAt) })}
    </Text>
  );
  return (
    <Card title={t(title)} side={changed}>
      {mayChange ? (
        <EditForm {...form} base={stored} submitLabel={t('form.save')} isPage />
      ) : (
        <Stack gap="lg">
          <FieldFacts fields={form.fields} values={stored.values} />
          <Text size="xs" c="dimmed">
            {t('settings.readOnly')}
          </Text>
        </Stack>
      )}
    </Card>
  );
}
