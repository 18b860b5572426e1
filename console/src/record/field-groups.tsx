import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/index.tsx';
import { type EditField, shownValue } from './edit-input.tsx';
import type { Values } from './merge.ts';
import classes from './record.module.css';
import { Facts } from './record-page.tsx';

interface Props {
  readonly fields: readonly EditField[];
  readonly children: (fields: readonly EditField[]) => ReactNode;
}

/** The fields of a form below the headings of their groups. */
export function FieldGroups({ fields, children }: Props) {
  const { t } = useText();
  const groups = [...new Set(fields.map(({ group }) => group))];
  return groups.map((group) => {
    const content = children(fields.filter((field) => field.group === group));
    if (!group)
      return (
        <div key="none" className={classes.fields}>
          {content}
        </div>
      );
    return (
      <fieldset key={group} className={classes.group}>
        <Text component="legend" size="xs" c="dimmed" fw={600} p={0} mb={8}>
          {t(group)}
        </Text>
        <div className={classes.fields}>{content}</div>
      </fieldset>
    );
  });
}

/** The same for who may not change them. */
export function FieldFacts({ fields, values }: { readonly fields: readonly EditField[]; readonly values: Values }) {
  const text = useText();
  return (
    <FieldGroups fields={fields}>
      {(some) => (
        <div className={classes.wide}>
          <Facts
            facts={some.map((field) => [
              text.t(field.label),
              shownValue(field, values[field.name] ?? '', text) || undefined,
            ])}
          />
        </div>
      )}
    </FieldGroups>
  );
}
