import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchKind } from '../api/generated/enums.ts';
import { useMay } from '../session/use-session.ts';
import { SCREENS } from './screens.ts';

interface Props {
  readonly kind: SearchKind;
  readonly id: string;
  readonly children: ReactNode;
}

/** The way to a record of another screen; its text alone where there is no such screen, or the viewer may not see it. */
export function RecordLink({ kind, id, children }: Props) {
  const may = useMay();
  const screen = SCREENS.find((one) => one.kind === kind);
  if (!screen?.record || !may(screen.needs)) return children;
  return (
    <Link to={screen.record} params={{ id }} className="k-link">
      {children}
    </Link>
  );
}
