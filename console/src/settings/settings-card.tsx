import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { type Conflict, changesOf, merge, type Values, type Version } from '../record/merge.ts';
import { Card, Facts } from '../record/record-page.tsx';
import { type TextKey, useText } from '../text/index.tsx';
import { problemOfField } from '../text/problem.ts';
import { grouped } from '../text/triple.ts';
import { ProblemAlert } from '../ui/problem.tsx';
import { useTimes } from '../ui/time.tsx';
import type { SettingField, SettingGroup } from './fields.ts';
import { SettingInput } from './setting-input.tsx';
import '../text/field-names.ts';
import '../text/settings.ts';

/** Settings as they are stored. */
export interface Stored extends Version {
  readonly updatedAt: string;
}

interface Props {
  readonly title: TextKey;
  readonly groups: readonly SettingGroup[];
  readonly stored: Stored;
  readonly mayChange: boolean;
  readonly save: (values: Values, revision: number) => Promise<Problem | undefined>;
  readonly readAgain: () => Promise<Stored | undefined>;
}

interface Edit {
  /** What the changes were begun from. */
  readonly base: Stored;
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
}

/** One record of settings with a form that changes it; whoever saves second merges. */
export function SettingsCard({ title, groups, stored, mayChange, save, readAgain }: Props) {
  const text = useText();
  const { t } = text;
  const { ago } = useTimes();
  const [edit, setEdit] = useState<Edit>();
  const [problem, setProblem] = useState<Problem>();
  const [isMerged, setMerged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { base, values, conflicts } = edit ?? { base: stored, values: stored.values, conflicts: [] };
  const isChanged = Object.keys(changesOf(base.values, values)).length > 0;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const failed = await save(values, base.revision);
    const theirs = failed && failed.code !== 'REVISION_CONFLICT' ? undefined : await readAgain();
    setBusy(false);
    if (failed?.code === 'REVISION_CONFLICT' && theirs) {
      setEdit({ base: theirs, ...merge(base.values, values, theirs.values) });
      setMerged(true);
      return setProblem(undefined);
    }
    setProblem(failed);
    if (failed) return;
    clear();
    notifications.show({ color: 'karvon', title: t('settings.saved'), message: t(title) });
  }

  function clear() {
    setEdit(undefined);
    setProblem(undefined);
    setMerged(false);
  }
  const set = (name: string, value: string, left = conflicts) =>
    setEdit({ base, conflicts: left, values: { ...values, [name]: value } });
  const choose = (name: string, value: string) =>
    set(
      name,
      value,
      conflicts.filter((one) => one.name !== name),
    );
  const changed = (
    <Text size="xs" c="dimmed">
      {t('settings.changed', { ago: ago(stored.updatedAt) })}
    </Text>
  );
  if (!mayChange)
    return (
      <Card title={t(title)} side={changed}>
        <Stack gap="lg">
          {groups.map((group) => (
            <Facts key={group.label} facts={group.fields.map((field) => [t(`settings.${field.name}`), shown(field)])} />
          ))}
          <Text size="xs" c="dimmed">
            {t('settings.readOnly')}
          </Text>
        </Stack>
      </Card>
    );

  function shown({ name, kind }: SettingField) {
    const value = values[name] ?? '';
    return kind === 'number' ? grouped(Number(value)) : value;
  }
  return (
    <Card title={t(title)} side={changed}>
      <form onSubmit={submit} noValidate>
        <Stack gap="xl">
          {isMerged && (
            <Alert color="orange" variant="light" p="sm" role="status">
              {t('settings.merged')}
            </Alert>
          )}
          {problem && problem.fields.length === 0 && <ProblemAlert problem={problem} />}
          {groups.map((group) => (
            <Stack key={group.label} gap="md" component="fieldset" m={0} p={0} bd={0} miw={0}>
              <Text component="legend" size="xs" c="dimmed" fw={600} p={0} mb={8}>
                {t(group.label)}
              </Text>
              {group.fields.map((field) => (
                <SettingInput
                  key={field.name}
                  field={field}
                  value={values[field.name] ?? ''}
                  error={problemOfField(problem, field.name, text)}
                  conflict={conflicts.find(({ name }) => name === field.name)}
                  onChange={(value) => set(field.name, value)}
                  onChoose={(value) => choose(field.name, value)}
                />
              ))}
            </Stack>
          ))}
          <Group gap="sm">
            <Button type="submit" loading={isBusy} disabled={!isChanged || conflicts.length > 0}>
              {t('form.save')}
            </Button>
            {edit && (
              <Button variant="default" onClick={clear}>
                {t('settings.undo')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
