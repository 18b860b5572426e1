import { Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { useTimes } from '../ui/time.tsx';
import { type EditField, shownValue } from './edit-input.tsx';
import type { Conflict } from './merge.ts';
import classes from './record.module.css';
import '../text/edit.ts';

interface Props {
  readonly field: EditField;
  readonly conflict: Conflict;
  /** When the other one was saved. */
  readonly savedAt: string | null | undefined;
  readonly value: 'mine' | 'theirs' | undefined;
  readonly error: ReactNode;
  readonly onChange: (which: 'mine' | 'theirs') => void;
}

/** In place of a field that two people changed: what each of them made of it, what it was before, and what stays. */
export function Choice({ field, conflict, savedAt, value, error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const times = useTimes();
  const textOf = (one: string) => (one === '' ? t('edit.nothing') : shownValue(field, one, text));
  const shown = (one: string) => (field.kind === 'screen' ? field.shown(one) : textOf(one));
  const option = (which: 'mine' | 'theirs', about: string | undefined) => (
    <Radio
      size="sm"
      className={classes.option}
      value={which}
      label={[t(`edit.${which}`), about].filter(Boolean).join(' · ')}
      description={shown(conflict[which])}
    />
  );
  return (
    <Radio.Group
      className={classes.choice}
      data-unsettled={value === undefined || undefined}
      label={t('edit.choice', { name: t(field.label) })}
      error={error}
      value={value ?? null}
      onChange={(which) => onChange(which === 'mine' ? 'mine' : 'theirs')}
    >
      <Stack gap={8} mt={8} mb={error ? 8 : 0}>
        {option('mine', t('edit.unsaved'))}
        {option('theirs', savedAt ? t('edit.savedThen', { time: times.dateTime(savedAt) }) : undefined)}
        {field.kind !== 'screen' && (
          <div className={classes.before}>
            <span>{t('edit.before')}</span>
            <p>{textOf(conflict.before)}</p>
          </div>
        )}
      </Stack>
    </Radio.Group>
  );
}
