import type { ReactNode } from 'react';
import { Column } from '../record/record-page.tsx';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Sections } from '../ui/sections.tsx';
import { LookCard } from './look-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { Sessions } from './sessions.tsx';

/** The viewer's own account. */
export default function MePage(): ReactNode {
  const { t, word } = useText();
  const { admin, role } = useViewer();
  return (
    <Sections title={t('nav.me')} text={`${admin.name} · ${admin.email} · ${word('AdminRole', role)}`}>
      <Column>
        <Sessions />
        <PasswordCard />
      </Column>
      <LookCard />
    </Sections>
  );
}
