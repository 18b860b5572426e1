import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClient, useQuery } from 'urql';
import type { PreorderTermsFragment } from '../api/generated/operations.ts';
import { PreorderTermsDocument, UpdatePreorderTermsDocument } from '../api/generated/preorders-preorders.ts';
import { problemOf } from '../api/problem.ts';
import { useReadOnFocus } from '../live/read-on-focus.ts';
import { EditForm } from '../record/edit-form.tsx';
import { FieldFacts } from '../record/field-groups.tsx';
import { Card } from '../record/record-page.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { ProblemState } from '../ui/problem-state.tsx';
import { Bar } from './bar.tsx';
import classes from './preorders.module.css';
import { inputOf, settingsFields, versionOf } from './settings-fields.ts';
import '../text/preorders.ts';

/** What the public site offers, and whether it takes preorders. */
export default function SettingsPage(): ReactNode {
  const { t } = useText();
  const [{ data, error }, readAgain] = useQuery({
    query: PreorderTermsDocument,
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => readAgain({ requestPolicy: 'network-only' });
  useReadOnFocus(refresh);
  const terms = data?.preorderSettings;
  const problem = problemOf(error);
  return (
    <div className={classes.screen}>
      <Title order={1} className={classes.title}>
        {t('nav.preorders')}
      </Title>
      <Bar view="settings" />
      <div className={classes.form}>
        {terms && <Terms terms={terms} />}
        {!terms && problem && <ProblemState problem={problem} onRetry={refresh} isPart />}
        {!terms && !problem && <Skeleton height={420} maw={760} />}
      </div>
    </div>
  );
}

function Terms({ terms }: { readonly terms: PreorderTermsFragment }) {
  const { t } = useText();
  const client = useClient();
  const mayChange = useMay()('updatePreorderSettings');
  const fields = settingsFields(terms.reserved, `${t('preorder.reserved', { n: terms.reserved })}.`);
  const version = versionOf(terms);
  return (
    <Card title={t('preorder.settings')}>
      {mayChange ? (
        <EditForm
          isPage
          fields={fields}
          base={version}
          submitLabel={t('form.save')}
          readAgain={async () => {
            const { data } = await client
              .query(PreorderTermsDocument, {}, { requestPolicy: 'network-only' })
              .toPromise();
            return data?.preorderSettings ? versionOf(data.preorderSettings) : undefined;
          }}
          save={async (_, revision, values) => {
            const { error } = await client
              .mutation(UpdatePreorderTermsDocument, { revision, input: inputOf(values) })
              .toPromise();
            return problemOf(error);
          }}
        />
      ) : (
        <Stack gap="lg">
          <FieldFacts fields={fields} values={version.values} />
          <Text size="xs" c="dimmed">
            {t('preorder.set.read')}
          </Text>
        </Stack>
      )}
    </Card>
  );
}
