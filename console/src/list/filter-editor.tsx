import '@mantine/core/styles/PillsInput.layer.css';
import { Button, Checkbox, MultiSelect, Radio, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useClient } from 'urql';
import { RecordPicker } from '../record/record-picker.tsx';
import { useText } from '../text/index.tsx';
import { wholeUnitsOf } from '../ui/money-text.ts';
import { conditionOf, EMPTY, type FilterDef, nameOfId, parameterOfText, partsOfText } from './filters.ts';
import { isBackwards, Period } from './period-editor.tsx';
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
  // A condition that is there can be emptied.
  const isOff = value === '' && !conditionOf(filter, draft.trim());
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
        <Button type="submit" size="xs" disabled={isOff}>
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
