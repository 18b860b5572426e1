import { Button, Divider, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { PersonIcon, SignOutIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { usePreferences } from '../session/preferences.ts';
import { signOut } from '../session/session.ts';
import { useText } from '../text/index.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../text/triple.ts';
import { AccountButton } from './account-button.tsx';

const THEMES = ['LIGHT', 'DARK', 'SYSTEM'] as const;
const ENTRY = { variant: 'subtle', color: 'gray', fullWidth: true, justify: 'flex-start', size: 'xs' } as const;
const DENSITIES = ['COMFORTABLE', 'COMPACT'] as const;

/** How the screens are, and the way out. It is open from its beginning, with a button in place of the one that opened it. */
export default function AccountMenu() {
  const { t, language } = useText();
  const { preferences, set } = usePreferences();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Where the focus goes back to.
    button.current?.focus();
    setOpen(true);
  }, []);
  return (
    // No menu: it has choices in it.
    <Popover position="top-start" width={280} opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        <AccountButton ref={button} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <Stack gap="sm" p={8} ref={beginAtChosen}>
          <Choice label={t('me.theme')}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('me.theme')}
              value={preferences.theme}
              onChange={(theme) => void set({ theme })}
              data={THEMES.map((value) => ({ value, label: t(`me.${value}`) }))}
            />
          </Choice>
          <Choice label={t('me.language')}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('me.language')}
              value={language}
              onChange={(next) => void set({ language: next })}
              data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            />
          </Choice>
          <Choice label={t('me.density')}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('me.density')}
              value={preferences.density}
              onChange={(density) => void set({ density })}
              data={DENSITIES.map((value) => ({ value, label: t(`me.${value}`) }))}
            />
          </Choice>
        </Stack>
        <Divider my={4} />
        <Button
          {...ENTRY}
          leftSection={<PersonIcon />}
          onClick={() => setOpen(false)}
          renderRoot={(props: object) => <Link to="/me" {...props} />}
        >
          {t('nav.me')}
        </Button>
        <Button {...ENTRY} leftSection={<SignOutIcon />} onClick={() => void signOut()}>
          {t('me.signOut')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The kit focuses the first choice, which is not the one that counts. */
function beginAtChosen(choices: HTMLElement | null): void {
  choices?.querySelector('input:checked')?.setAttribute('data-autofocus', '');
}

function Choice({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {label}
      </Text>
      {children}
    </div>
  );
}
