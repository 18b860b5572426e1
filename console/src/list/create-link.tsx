import { Button } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import type { ListDef } from './list-def.ts';

/** The way to the page of a new record, for who may make one. */
export function CreateLink({ to, label, needs }: NonNullable<ListDef<never>['create']>) {
  const { t } = useText();
  const may = useMay();
  if (!may(needs)) return null;
  return (
    <Button size="xs" px={10} aria-label={t(label)} renderRoot={(props) => <Link to={to} {...props} />}>
      <PlusIcon />
      <span className="k-wide">{t(label)}</span>
    </Button>
  );
}
