import { Button, Divider, Popover, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { PersonIcon, SignOutIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { usePreferences } from '../session/preferences.ts';
import { signOut } from '../session/session.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../text/triple.ts';
import classes from './frame.module.css';

const THEMES = ['LIGHT', 'DARK', 'SYSTEM'] as const;
const ENTRY = { variant: 'subtle', color: 'gray', fullWidth: true, justify: 'flex-start', size: 'xs' } as const;
const DENSITIES = ['COMFORTABLE', 'COMPACT'] as const;

/** Who is signed in, and how the screens are. */
export function Account() {
  const { t, word, language } = useText();
  const { admin, role } = useViewer();
  const { preferences, set } = usePreferences();
  const name = admin.name || admin.email;
  const [isOpen, setOpen] = useState(false);
  return (
    // No menu: it has choices in it.
    <Popover position="top-start" width={280} opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.account} onClick={() => setOpen(!isOpen)}>
          <VisuallyHidden>{t('app.account', { name: '' })}</VisuallyHidden>
          <span className={classes.face} aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span>
            <strong>{name}</strong>
            <small>{word('AdminRole', role)}</small>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <Stack gap="sm" p={8}>
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
