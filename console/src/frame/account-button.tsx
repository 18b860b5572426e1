import { VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import classes from './frame.module.css';

/** Who is signed in. */
export function AccountButton(props: ComponentProps<'button'>) {
  const { t, word } = useText();
  const { admin, role } = useViewer();
  const name = admin.name || admin.email;
  return (
    <button type="button" aria-haspopup="dialog" aria-expanded={false} {...props} className={classes.account}>
      <VisuallyHidden>{t('app.account', { name: '' })}</VisuallyHidden>
      <span className={classes.face} aria-hidden>
        {name.slice(0, 1).toUpperCase()}
      </span>
      <span>
        <strong>{name}</strong>
        <small>{word('AdminRole', role)}</small>
      </span>
    </button>
  );
}
