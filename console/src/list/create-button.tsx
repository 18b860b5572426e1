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
}

/** The way to a new record, for who may make one. */
export function CreateButton({ create, onMade }: Props) {
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
        <span className="k-wide">{label}</span>
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
