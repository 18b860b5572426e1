import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { type EditField, shownValue } from './edit-input.tsx';
import type { Conflict } from './merge.ts';
import classes from './record.module.css';
import '../text/edit.ts';

interface Props {
  readonly field: EditField;
  readonly conflict: Conflict;
  readonly value: 'mine' | 'theirs' | undefined;
  readonly error: ReactNode;
  readonly onChange: (which: 'mine' | 'theirs') => void;
}

/** In place of a field that two people changed: what stays. */
export function Choice({ field, conflict, value, error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const textOf = (one: string) => (one === '' ? t('edit.nothing') : shownValue(field, one, text));
  const shown = (one: string) => (field.kind === 'screen' ? field.shown(one) : textOf(one));
  return (
    <Radio.Group
      className={classes.choice}
      label={t('edit.choice', { name: t(field.label) })}
      description={field.kind === 'screen' ? undefined : t('edit.before', { value: textOf(conflict.before) })}
      error={error}
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
