import { Button, Text } from '@mantine/core';
import type { Action, ActionRecord } from '../actions/action.ts';
import { useRunner } from '../actions/runner.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import classes from './list.module.css';

interface Props {
  readonly actions: readonly Action[];
  readonly selected: ReadonlyMap<string, ActionRecord>;
  readonly setSelected: (selected: ReadonlyMap<string, ActionRecord>) => void;
  readonly onDone: () => void;
}

/** What can be done with all selected records. Those that failed stay selected. */
export function BulkBar({ actions, selected, setSelected, onDone }: Props) {
  const { t } = useText();
  const may = useMay();
  const start = useRunner();
  return (
    <section className={classes.bulk} aria-label={t('list.selected', { n: selected.size })}>
      <Text size="sm" fw={500} mr="auto" className="k-number">
        {t('list.selected', { n: selected.size })}
      </Text>
      {actions
        .filter(({ isBulk, operation }) => isBulk && may(operation))
        .map((action) => (
          <Button
            key={action.key}
            variant="default"
            size="xs"
            leftSection={<action.icon />}
            onClick={() =>
              start({
                action,
                records: [...selected.values()],
                onDone: (outcomes) => {
                  const failed = new Set(outcomes.flatMap(({ id, problem }) => (problem ? [id] : [])));
                  setSelected(new Map([...selected].filter(([id]) => failed.has(id))));
                  onDone();
                },
              })
            }
          >
            {t(action.label)}
          </Button>
        ))}
      <Button size="xs" variant="subtle" color="gray" onClick={() => setSelected(new Map())}>
        {t('list.unselect')}
      </Button>
    </section>
  );
}
