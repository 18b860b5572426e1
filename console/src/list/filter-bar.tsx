import { Button, FocusTrap, Menu, Pill, Popover } from '@mantine/core';
import { FilterIcon } from '@primer/octicons-react';
import { lazy, Suspense, useState } from 'react';
import { type Text, useText } from '../text/index.tsx';
import { grouped } from '../text/triple.ts';
import { bucketText } from '../ui/bucket.ts';
import { CALENDAR, conditionOf, daysOf, EMPTY, type FilterDef, nameOfId, PERIODS, partsOfText } from './filters.ts';
import { Tool } from './tool.tsx';
import type { ListState } from './use-list-state.ts';
import '../text/list.ts';

const FilterEditor = lazy(() => import('./filter-editor.tsx'));

interface Props {
  readonly def: { readonly filters: readonly FilterDef[]; readonly tabs: { readonly key: string } };
  readonly state: ListState;
}

/** The conditions of the list as pills, each of which opens its editor. */
export function FilterBar({ def, state }: Props) {
  const { t } = useText();
  const [fresh, setFresh] = useState<FilterDef>();
  const { search, set } = state;
  const offered = def.filters.filter(({ isOwnControl }) => !isOwnControl);
  // What the list does not understand it does not ask for either.
  const active = offered.filter(
    (filter) =>
      conditionOf(filter, search[filter.key]) && (filter.key !== def.tabs.key || search[filter.key]?.includes(',')),
  );
  const shown = fresh && !active.includes(fresh) ? [...active, fresh] : active;
  const apply = (key: string, value: string) => {
    setFresh(undefined);
    set({ [key]: value });
  };
  return (
    <>
      {shown.map((filter) => (
        <FilterPill
          key={filter.key}
          filter={filter}
          value={search[filter.key] ?? ''}
          isFresh={filter === fresh}
          onApply={(value) => apply(filter.key, value)}
          onLeave={() => setFresh(undefined)}
        />
      ))}
      <Menu position="bottom-start" width={240} closeOnItemClick>
        <Menu.Target>
          <Tool icon={FilterIcon} label={t('list.filter')} />
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflow: 'auto' }}>
          <Menu.Label>{t('list.addFilter')}</Menu.Label>
          {offered
            .filter((filter) => (filter.kind !== 'id' || filter.find) && !shown.includes(filter))
            .map((filter) => (
              <Menu.Item key={filter.key} onClick={() => setFresh(filter)}>
                {t(filter.label)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {active.length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          onClick={() => set(Object.fromEntries(active.map(({ key }) => [key, ''])))}
        >
          {t('list.clear')}
        </Button>
      )}
    </>
  );
}

interface PillProps {
  readonly filter: FilterDef;
  readonly value: string;
  readonly isFresh: boolean;
  readonly onApply: (value: string) => void;
  readonly onLeave: () => void;
}

function FilterPill({ filter, value, isFresh, onApply, onLeave }: PillProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(isFresh);
  const name = text.t(filter.label);
  const close = () => {
    setOpen(false);
    onLeave();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => (open ? setOpen(true) : close())}
      position="bottom-start"
      withRoles={false}
    >
      <Popover.Target>
        <Pill
          size="lg"
          fz="0.8125rem"
          withRemoveButton={value !== ''}
          removeButtonProps={{ 'aria-label': text.t('list.remove', { name }), tabIndex: 0, 'aria-hidden': false }}
          onRemove={() => onApply('')}
        >
          <button
            type="button"
            className="k-plain"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            {name} {value && <b>{wordsOf(filter, value, text)}</b>}
          </button>
        </Pill>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={name} p="sm">
        <Suspense>
          {/* The focus goes into the editor when its file has come. */}
          <FocusTrap>
            <div>
              <FilterEditor
                filter={filter}
                value={value}
                onApply={(next) => {
                  setOpen(false);
                  onApply(next);
                }}
              />
            </div>
          </FocusTrap>
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A condition in words. */
export function wordsOf(filter: FilterDef, value: string, { t, word, language }: Text): string {
  if (value === EMPTY) return t('filter.empty');
  if (filter.kind === 'enum')
    return value
      .split(',')
      .map((one) => word(filter.name, one as never))
      .join(', ');
  if (filter.kind === 'choice') {
    const option = filter.options.find((one) => one.value === value);
    return option ? t(option.label).toLowerCase() : value;
  }
  if (filter.kind === 'id') return nameOfId(value);
  if (filter.kind === 'flag') return t(value === 'yes' ? filter.yes : filter.no).toLowerCase();
  if (filter.kind === 'text') {
    const { how, what } = partsOfText(value);
    return how === 'contains' ? `${t('filter.contains')} ${what}` : what;
  }
  if (filter.kind === 'amount') return amountWords(value);
  const days = daysOf(value);
  if (days) return [...new Set([days.from, days.to])].map((day) => bucketText(day, language, true)).join(' – ');
  const [how, what = ''] = value.split(':');
  const known = [...PERIODS, ...CALENDAR].find((one) => one === what);
  const period = known ? t(`filter.${known}`) : what;
  if (how === 'during') return period;
  return `${t(how === 'before' ? 'filter.older' : 'filter.within')} ${period}`;
}

/** `≥ 1 000`, `1 000 – 5 000`. */
function amountWords(value: string): string {
  const [least = '', most = ''] = value.split('..').map((part) => (part === '' ? '' : grouped(Number(part))));
  if (least && most) return `${least} – ${most}`;
  return least ? `≥ ${least}` : `≤ ${most}`;
}
