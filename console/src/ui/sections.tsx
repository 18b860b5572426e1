import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './sections.module.css';

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** A page of cards that is no record, like settings. */
export function Sections({ title, text, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>{title}</Title>
        {text && (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
