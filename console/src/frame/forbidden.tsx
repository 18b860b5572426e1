import { LockIcon } from '@primer/octicons-react';
import { roles } from '../api/generated/roles.ts';
import { useViewer } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Nothing } from '../ui/nothing.tsx';

/** In place of a screen whose operation the viewer may not call: which roles may. */
export default function Forbidden({ needed }: { readonly needed: string }) {
  const { t, word } = useText();
  const { role } = useViewer();
  const allowed = roles[needed]?.map((one) => word('AdminRole', one)).join(', ');
  const own = t('state.forbiddenText', { role: word('AdminRole', role) });
  return (
    <Nothing icon={LockIcon} title={t('state.forbidden')}>
      {allowed ? `${t('state.forbiddenTo', { roles: allowed })} ${own}` : own}
    </Nothing>
  );
}
