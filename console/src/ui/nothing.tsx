import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import classes from './nothing.module.css';

interface Props {
  readonly icon: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** On a screen that has a heading of its own. */
  readonly isPart?: boolean | undefined;
}

/** In place of what is not there: says why, and what to do. */
export function Nothing({ icon: Mark, title, children, action, isPart }: Props) {
  return (
    <Stack className={classes.nothing} gap={6} align="center">
      <span className={classes.mark}>
        <Mark size={20} />
      </span>
      <Title order={isPart ? 2 : 1} size="md" mt={6}>
        {title}
      </Title>
      {typeof children === 'string' ? (
        <Text size="sm" c="dimmed" maw={440}>
          {children}
        </Text>
      ) : (
        children
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}
