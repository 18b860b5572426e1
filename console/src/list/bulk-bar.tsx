import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Action, ActionRecord } from '../actions/action.ts';
import { useRunner } from '../actions/runner.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { MAX_SELECTED } from './all-rows.ts';
import classes from './list.module.css';

interface Props {
  readonly actions: readonly Action[];
  readonly selected: ReadonlyMap<string, ActionRecord>;
  readonly setSelected: (selected: ReadonlyMap<string, ActionRecord>) => void;
  readonly onDone: () => void;
  /** How many records the list has, and all of them. */
  readonly total: number | undefined;
  readonly readAll: () => Promise<readonly ActionRecord[]>;
}

/** What can be done with all selected records. Those that failed stay selected. */
export function BulkBar({ actions, selected, setSelected, onDone, total = 0, readAll }: Props) {
  const [isReading, setReading] = useState(false);
  const { t } = useText();
  const may = useMay();
  const start = useRunner();
  async function selectAll() {
    setReading(true);
    const records = await readAll();
    setReading(false);
    setSelected(new Map(records.map((record) => [record.id, record])));
  }
  return (
    <section className={classes.bulk} aria-label={t('list.selected', { n: selected.size })}>
      <Text size="sm" fw={500} className="k-number">
        {t('list.selected', { n: selected.size })}
      </Text>
      {total > selected.size && selected.size < MAX_SELECTED && (
        <Button size="xs" variant="subtle" loading={isReading} onClick={() => void selectAll()}>
          {t(total > MAX_SELECTED ? 'list.selectFirst' : 'list.selectEvery', { n: Math.min(total, MAX_SELECTED) })}
        </Button>
      )}
      <span style={{ marginRight: 'auto' }} />
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
