import '@mantine/core/styles/PillsInput.layer.css';
import { Button, Checkbox, MultiSelect, Radio, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useContext, useState } from 'react';
import { useClient } from 'urql';
import { RecordPicker } from '../record/record-picker.tsx';
import { useText } from '../text/index.tsx';
import { DateInput } from '../ui/date-input.tsx';
import { wholeUnitsOf } from '../ui/money-text.ts';
import { ZoneContext } from '../ui/zone-context.ts';
import { dayOf } from '../ui/zoned.ts';
import { CALENDAR, daysOf, EMPTY, type FilterDef, nameOfId, PERIODS, parameterOfText, partsOfText } from './filters.ts';
import '../text/dates.ts';
import '../text/list.ts';

interface Props {
  readonly filter: FilterDef;
  readonly value: string;
  readonly onApply: (value: string) => void;
}

/** The editor of one condition. */
export default function FilterEditor({ filter, value, onApply }: Props) {
  const { t } = useText();
  const [draft, setDraft] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBackwards(draft)) onApply(draft.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" miw={230}>
        {filter.kind === 'enum' && <Choices filter={filter} value={draft} onChange={setDraft} />}
        {(filter.kind === 'flag' || filter.kind === 'choice') && (
          <Radio.Group value={draft} onChange={setDraft} aria-label={t(filter.label)}>
            <Stack gap={8}>
              {answersOf(filter).map((one, index) => (
                <Radio
                  key={one.value}
                  {...one}
                  size="xs"
                  label={t(one.label)}
                  data-autofocus={index === 0 || undefined}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {filter.kind === 'id' && <RecordChoice filter={filter} value={draft} onChange={setDraft} />}
        {filter.kind === 'text' && <Words value={draft} onChange={setDraft} />}
        {filter.kind === 'amount' && <Amounts value={draft} onChange={setDraft} />}
        {filter.kind === 'time' && <Period value={draft} onChange={setDraft} />}
        <Button type="submit" size="xs">
          {t('list.apply')}
        </Button>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const answersOf = (filter: Extract<FilterDef, { kind: 'flag' | 'choice' }>) =>
  filter.kind === 'choice'
    ? filter.options.map(({ value, label }) => ({ value, label }))
    : [
        { value: 'yes', label: filter.yes },
        { value: 'no', label: filter.no },
      ];

/** More values than this are found by typing. */
const MAX_BOXES = 20;

function Choices({ filter, value, onChange }: PartProps & { readonly filter: Extract<FilterDef, { kind: 'enum' }> }) {
  const { t, word } = useText();
  const chosen = value === '' ? [] : value.split(',');
  if (filter.values.length > MAX_BOXES)
    return (
      <MultiSelect
        size="sm"
        w={320}
        searchable
        data-autofocus
        aria-label={t(filter.label)}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={260}
        nothingFoundMessage={t('list.none')}
        data={filter.values
          .map((one) => ({ value: one, label: word(filter.name, one as never) }))
          .sort((one, other) => one.label.localeCompare(other.label))}
        value={chosen}
        onChange={(next) => onChange(next.join(','))}
      />
    );
  return (
    <Checkbox.Group
      value={chosen}
      onChange={(next) => onChange(filter.values.filter((one) => next.includes(one)).join(','))}
      aria-label={t(filter.label)}
    >
      <Stack gap={8}>
        {filter.values.map((one) => (
          <Checkbox key={one} size="xs" value={one} label={word(filter.name, one as never)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function RecordChoice({
  filter,
  value,
  onChange,
}: PartProps & { readonly filter: Extract<FilterDef, { kind: 'id' }> }) {
  const text = useText();
  const client = useClient();
  const name = nameOfId(value);
  const { find } = filter;
  if (!find) return name;
  return (
    <RecordPicker
      label={text.t(filter.label)}
      isInline
      data-autofocus
      value={value ? { id: value.slice(value.lastIndexOf('@') + 1), name } : undefined}
      onChange={(picked) => onChange(picked ? `${picked.name}@${picked.id}` : '')}
      find={(typed) => find(client, typed, text)}
    />
  );
}

function Words({ value, onChange }: PartProps) {
  const { t } = useText();
  const isEmpty = value === EMPTY;
  const { how: first, what } = value === '' ? ({ how: 'contains', what: '' } as const) : partsOfText(value);
  const [how, setHow] = useState(isEmpty ? EMPTY : first);
  const typed = isEmpty ? '' : what;
  const put = (nextHow: string, text: string) => {
    setHow(nextHow);
    onChange(nextHow === EMPTY ? EMPTY : parameterOfText(nextHow === 'eq' ? 'eq' : 'contains', text));
  };
  return (
    <>
      <SegmentedControl
        size="xs"
        value={how}
        onChange={(next) => put(next, typed)}
        aria-label={t('filter.condition')}
        data={[
          { value: 'contains', label: t('filter.contains') },
          { value: 'eq', label: t('filter.eq') },
          { value: EMPTY, label: t('filter.empty') },
        ]}
      />
      {how !== EMPTY && (
        <TextInput
          size="sm"
          data-autofocus
          aria-label={t('filter.value')}
          value={typed}
          onChange={({ currentTarget }) => put(how, currentTarget.value)}
        />
      )}
    </>
  );
}

function Amounts({ value, onChange }: PartProps) {
  const { t } = useText();
  const [least = '', most = ''] = value.split('..');
  const digits = (text: string) => String(wholeUnitsOf(text) ?? text.replace(/\D/g, '')).slice(0, 15);
  return (
    <>
      <TextInput
        size="sm"
        data-autofocus
        inputMode="numeric"
        label={t('filter.atLeast')}
        value={least}
        onChange={({ currentTarget }) => onChange(`${digits(currentTarget.value)}..${most}`)}
      />
      <TextInput
        size="sm"
        inputMode="numeric"
        label={t('filter.atMost')}
        value={most}
        onChange={({ currentTarget }) => onChange(`${least}..${digits(currentTarget.value)}`)}
      />
    </>
  );
}

const DAYS = 'days';

/** Days of which the last is before the first. */
function isBackwards(value: string): boolean {
  const days = daysOf(value);
  return days !== undefined && days.to < days.from;
}

function Period({ value, onChange }: PartProps) {
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
          aria-label={t('filter.value')}
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
