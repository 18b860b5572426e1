import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRunner } from '../actions/runner.tsx';
import { neededBy } from '../palette/screens.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import type { ListDef } from './list-def.ts';

const NOTHING = { id: '', revision: 0, name: '' };

interface Props {
  readonly create: NonNullable<ListDef<never>['create']>;
  /** The new record is there. */
  readonly onMade: () => void;
  /** It stands alone in an empty list, where its name has room on a phone as well. */
  readonly isAlone?: boolean;
}

/** The way to a new record, for who may make one. */
export function CreateButton({ create, onMade, isAlone = false }: Props) {
  const { t } = useText();
  const may = useMay();
  const start = useRunner();
  const needed = 'page' in create ? neededBy(create.page) : create.operation;
  if (!needed || !may(needed)) return null;
  const label = t(create.label);
  const shared = {
    size: 'xs',
    px: 10,
    'aria-label': label,
    children: (
      <>
        <create.icon />
        <span className={isAlone ? 'k-named' : 'k-wide'}>{label}</span>
      </>
    ),
  } as const;
  if ('page' in create) return <Button {...shared} renderRoot={(props) => <Link to={create.page} {...props} />} />;
  const open = () =>
    start({
      action: create,
      records: [NOTHING],
      onDone: ([outcome]) => outcome && !outcome.problem && onMade(),
    });
  return <Button {...shared} onClick={open} />;
}
