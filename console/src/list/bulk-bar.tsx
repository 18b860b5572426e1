import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Action, ActionRecord } from '../actions/action.ts';
import { useRunner } from '../actions/runner.tsx';
import { useMay } from '../session/use-session.ts';
import { useText } from '../text/index.tsx';
import { sentenceOf } from '../text/problem.ts';
import { Code } from '../ui/code.tsx';
import { MAX_SELECTED } from './all-rows.ts';
import classes from './list.module.css';
import '../text/list.ts';

interface Props {
  readonly actions: readonly Action[];
  readonly selected: ReadonlyMap<string, ActionRecord>;
  /** The record as the list shows it now: its revision may be another than when it was selected. */
  readonly latest: (record: ActionRecord) => ActionRecord;
  readonly setSelected: (selected: ReadonlyMap<string, ActionRecord>) => void;
  readonly onDone: () => void;
  /** How many records the list has, and all of them. */
  readonly total: number | undefined;
  readonly readAll: () => Promise<readonly ActionRecord[]>;
}

/** What can be done with all selected records. Those that failed stay selected. */
export function BulkBar({ actions, selected, latest, setSelected, onDone, total = 0, readAll }: Props) {
  const [isReading, setReading] = useState(false);
  const [done, setDone] = useState<number>();
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
        {t(total > selected.size ? 'list.selectedOf' : 'list.selected', { n: selected.size, total })}
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
                records: [...selected.values()].map(latest),
                onDone: (outcomes) => {
                  const problems = new Map(outcomes.map(({ id, problem }) => [id, problem]));
                  // What failed, and what a run that was stopped did not come to.
                  const failed = [...selected.values()].filter(({ id }) => !problems.has(id) || problems.get(id));
                  setSelected(new Map(failed.map((one) => [one.id, { ...one, problem: problems.get(one.id) }])));
                  setDone(outcomes.filter(({ problem }) => !problem).length);
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
      <Failures done={done} records={[...selected.values()].filter(({ problem }) => problem)} />
    </section>
  );
}

interface FailuresProps {
  /** How many records the last action changed, where it was done since the list was opened. */
  readonly done: number | undefined;
  readonly records: readonly ActionRecord[];
}

/** What the last action could not do, and why. */
function Failures({ done, records }: FailuresProps) {
  const text = useText();
  const { t } = text;
  if (records.length === 0) return null;
  const failed = t('bulk.failed', { n: records.length });
  return (
    <>
      <Text size="sm" fw={500} flex="0 0 100%" className="k-number">
        {done === undefined ? failed : `${t('bulk.done', { n: done })} · ${failed}`}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <ul className={classes.failures} aria-label={failed} tabIndex={0}>
        {records.map(({ id, name, problem }) => (
          <li key={id}>
            <Code>{name}</Code> {problem && sentenceOf(problem, text)}
          </li>
        ))}
      </ul>
    </>
  );
}
