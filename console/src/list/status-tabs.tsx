import { Scroller, Tabs } from '@mantine/core';
import '@mantine/core/styles/Scroller.layer.css';
import { useEffect, useRef } from 'react';
import { useText, wordOf } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import classes from './list.module.css';
import type { Counts, ListDef } from './list-def.ts';
import '../text/list.ts';

const ALL = 'all';
/** For the pointer alone: the arrows go from tab to tab, and scroll them. */
const EDGE = { tabIndex: -1, 'aria-hidden': true, 'aria-label': undefined } as const;

interface Props {
  readonly tabs: ListDef<never>['tabs'];
  readonly value: string;
  readonly counts: Counts | undefined;
  /** Whether the list is searched or filtered. */
  readonly isNarrowed: boolean;
  readonly onChange: (value: string) => void;
}

/** The values of one filter as tabs. Those that do not fit are scrolled to, behind a button at the edge. */
export function StatusTabs({ tabs, value, counts, isNarrowed, onChange }: Props) {
  const text = useText();
  const { t, language } = text;
  const list = useRef<HTMLDivElement>(null);
  const isFull = (one: string) => (counts?.values[one] ?? 0) > 0;
  // A search without a result keeps the tabs.
  const isAll = !counts || (isNarrowed && !tabs.values.some(isFull));
  const shown = tabs.values.filter((one) => one === value || isAll || isFull(one));
  const key = [language, value, ...shown, ...shown.map((one) => counts?.values[one])].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs have other widths
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected=true]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The kit looks for what does not fit only when its box changes or is scrolled.
    list.current?.closest('[role=presentation]')?.dispatchEvent(new Event('scroll'));
  }, [key]);
  return (
    <Tabs
      value={value.includes(',') ? null : value || ALL}
      onChange={(next) => next !== null && onChange(next === ALL ? '' : next)}
      className={classes.tabs}
      variant="default"
    >
      <Scroller
        classNames={{ content: classes.tabRow }}
        controlSize={40}
        edgeGradientColor="var(--k-surface)"
        startControlProps={EDGE}
        endControlProps={EDGE}
      >
        <Tabs.List ref={list} aria-label={t(tabs.label)}>
          <Tabs.Tab value={ALL}>{t(tabs.all ?? 'list.all')}</Tabs.Tab>
          {shown.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={counts && <span className={classes.tabCount}>{grouped(counts.values[one] ?? 0)}</span>}
            >
              {wordOf(text, tabs.name, one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Scroller>
    </Tabs>
  );
}
