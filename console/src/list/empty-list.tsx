import { Button } from '@mantine/core';
import { FilterRemoveIcon } from '@primer/octicons-react';
import { Link } from '@tanstack/react-router';
import type { ActionRecord } from '../actions/action.ts';
import { SCREENS } from '../palette/screens.ts';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { Nothing } from '../ui/nothing.tsx';
import { CreateButton } from './create-button.tsx';
import type { ListDef } from './list-def.ts';
import type { ListState } from './use-list-state.ts';
import '../text/list.ts';

interface FirstProps {
  readonly def: Pick<ListDef<never>, 'create' | 'empty'>;
  readonly onMade: () => void;
}

/** The way to the first record. */
function First({ def: { create, empty }, onMade }: FirstProps) {
  const { t } = useText();
  const may = useMay();
  if (create) return <CreateButton create={create} onMade={onMade} isAlone />;
  const screen = SCREENS.find(({ to }) => to === empty.from);
  if (!screen || !may(screen.needs)) return null;
  return (
    <Button variant="default" renderRoot={(props) => <Link to={screen.to} {...props} />}>
      {t(screen.label)}
    </Button>
  );
}

/** A list without rows: the way to the first record, or out of the filters. */
export function EmptyList<Row extends ActionRecord>({
  def,
  state,
  onMade,
}: {
  readonly def: ListDef<Row>;
  readonly state: ListState;
  readonly onMade: () => void;
}) {
  const { t } = useText();
  const isFiltered = state.query.filter !== undefined || state.query.search !== undefined;
  if (!isFiltered)
    return (
      <Nothing icon={def.empty.icon} title={t(def.empty.title)} action={<First def={def} onMade={onMade} />} isPart>
        {t(def.empty.text)}
      </Nothing>
    );
  const clear = (
    <Button variant="default" onClick={() => state.replace({})}>
      {t('list.clear')}
    </Button>
  );
  return (
    <Nothing icon={FilterRemoveIcon} title={t('list.none')} action={clear} isPart>
      {t('list.noneText')}
    </Nothing>
  );
}
