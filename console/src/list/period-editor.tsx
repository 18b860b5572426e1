import { Select } from '@mantine/core';
import { useContext } from 'react';
import { useText } from '../text/index.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { ZoneContext } from '../ui/zone-context.ts';
import { dayOf } from '../ui/zoned.ts';
import { CALENDAR, daysOf, EMPTY, PERIODS } from './filters.ts';
import '../text/dates.ts';
import '../text/list.ts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const DAYS = 'days';

/** Days of which the last is before the first. */
export function isBackwards(value: string): boolean {
  const days = daysOf(value);
  return days !== undefined && days.to < days.from;
}

/** The editor of a condition on a time. */
export function Period({ value, onChange }: Props) {
  const { t } = useText();
  const zone = useContext(ZoneContext);
  const days = daysOf(value);
  const [how = 'last', what = ''] =
    days || value === '' || value === EMPTY ? [days ? DAYS : value || 'last'] : value.split(':');
  const put = (nextHow: string, nextWhat: string) => {
    if (nextHow === EMPTY) return onChange(EMPTY);
    if (nextHow === DAYS) {
      const today = dayOf(new Date().toISOString(), zone);
      return onChange(`${today}..${today}`);
    }
    const known: readonly string[] = nextHow === 'during' ? CALENDAR : PERIODS;
    onChange(`${nextHow}:${known.includes(nextWhat) ? nextWhat : (known[3] ?? '')}`);
  };
  const options = how === 'during' ? CALENDAR : PERIODS;
  return (
    <>
      <Select
        size="sm"
        aria-label={t('filter.condition')}
        allowDeselect={false}
        value={how}
        onChange={(next) => put(next ?? 'last', what)}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: 'last', label: t('filter.within') },
          { value: 'before', label: t('filter.older') },
          { value: 'during', label: t('filter.during') },
          { value: DAYS, label: t('filter.days') },
          { value: EMPTY, label: t('filter.empty') },
        ]}
      />
      {days &&
        (['from', 'to'] as const).map((end) => (
          <DateInput
            key={end}
            size="sm"
            isInline
            label={t(`filter.${end}`)}
            value={days[end]}
            error={end === 'to' && isBackwards(value) && t('date.order')}
            onChange={(day) => {
              const next = { ...days, [end]: day };
              if (day) onChange(`${next.from}..${next.to}`);
            }}
          />
        ))}
      {how !== EMPTY && how !== DAYS && (
        <Select
          size="sm"
          label={t('filter.period')}
          allowDeselect={false}
          value={what || null}
          onChange={(next) => put(how, next ?? '')}
          comboboxProps={{ withinPortal: false }}
          data={options.map((one) => ({ value: one, label: t(`filter.${one}`) }))}
        />
      )}
    </>
  );
}
