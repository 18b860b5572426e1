import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../text/index.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../text/triple.ts';
import { Brand } from '../ui/brand.tsx';
import classes from './entrance.module.css';
import { chooseLanguage } from './guest-language.ts';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}

/** The page before anybody is signed in. */
export function Entrance({ title, text, children, foot }: Props) {
  const { language } = useText();
  const card = useRef<HTMLDivElement>(null);
  // The kit gives the focus to `data-autofocus` only where it traps it, as in a dialog.
  useEffect(() => card.current?.querySelector<HTMLElement>('input[data-autofocus]')?.focus(), []);
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Brand size={32} />
        <Paper ref={card} className={classes.card} withBorder>
          <Stack gap={6} mb="lg">
            <Title order={1} size="h3">
              {title}
            </Title>
            {text && (
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            )}
          </Stack>
          {children}
        </Paper>
        {foot && (
          <Text component="div" size="xs" c="dimmed" ta="center">
            {foot}
          </Text>
        )}
        <Group
          component="nav"
          gap="lg"
          justify="center"
          aria-label={LANGUAGES.map((one) => LANGUAGE_NAMES[one]).join(', ')}
        >
          {LANGUAGES.map((one) => (
            <Anchor
              key={one}
              component="button"
              type="button"
              size="sm"
              lang={one}
              c={one === language ? undefined : 'dimmed'}
              aria-pressed={one === language}
              onClick={() => chooseLanguage(one)}
            >
              {LANGUAGE_NAMES[one]}
            </Anchor>
          ))}
        </Group>
      </div>
    </main>
  );
}
