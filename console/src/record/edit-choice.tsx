import { Radio, Stack } from '@mantine/core';
import { useText } from '../text/index.tsx';
import { type EditField, shownValue } from './edit-input.tsx';
import type { Conflict } from './merge.ts';
import classes from './record.module.css';
import '../text/edit.ts';

interface Props {
  readonly field: EditField;
  readonly conflict: Conflict;
  readonly value: 'mine' | 'theirs' | undefined;
  readonly isMissing: boolean;
  readonly onChange: (which: 'mine' | 'theirs') => void;
}

/** In place of a field that two people changed: what stays. */
export function Choice({ field, conflict, value, isMissing, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const shown = (one: string) => (one === '' ? t('edit.nothing') : shownValue(field, one, text));
  return (
    <Radio.Group
      className={classes.choice}
      label={t('edit.choice', { name: t(field.label) })}
      description={t('edit.before', { value: shown(conflict.before) })}
      error={isMissing ? t('form.required') : undefined}
      value={value ?? null}
      onChange={(which) => onChange(which === 'mine' ? 'mine' : 'theirs')}
    >
      <Stack gap={8} mt={8}>
        <Radio size="sm" value="mine" label={t('edit.mine')} description={shown(conflict.mine)} />
        <Radio size="sm" value="theirs" label={t('edit.theirs')} description={shown(conflict.theirs)} />
      </Stack>
    </Radio.Group>
  );
}
