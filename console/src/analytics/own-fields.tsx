import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useText } from '../text/index.tsx';
import { decimalOf } from '../text/triple.ts';
import classes from './analytics.module.css';
import { BOUND_SIGNS, conditionName, countable, ownName, termName } from './own-names.ts';
import { BOUNDS, type Bound, freeName, keyOf, OPERATORS, ownKeys, termOf, usableAggregates } from './own-numbers.ts';
import type { Question } from './question.ts';
import type { CatalogSet } from './start-page.tsx';
import '../text/analytics.ts';
import '../text/list.ts';

interface Props {
  readonly about: CatalogSet;
  readonly question: Question;
  readonly error: string | undefined;
  readonly onChange: (changes: Question) => void;
}

/** Numbers that the service does not have: of each record, or of other numbers. */
export function OwnMeasures({ about, question, error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const [how, setHow] = useState<string>('avg');
  const usable = usableAggregates(about);
  const aggregate = usable.find((one) => one === how) ?? usable[0];
  const measures = question.measures ?? [];
  // What a colleague shares may count what the viewer may not.
  if (!aggregate && measures.length === 0) return null;
  const options = aggregate ? countable(about, aggregate, text) : [];
  const add = (key: string | null) => {
    if (!key || !aggregate) return;
    const as = freeName(`${aggregate} ${key}`, ownKeys(question));
    onChange({ measures: [...measures, { as, [aggregate]: aggregate === 'distinct' ? key : { number: key } }] });
  };
  return (
    <Part title={t('own.measures')} hint={t('own.measuresHint')} error={error}>
      {measures.map((one) => (
        <Shown
          key={one.as}
          name={ownName(one, question, text)}
          onDrop={() => onChange({ measures: measures.filter((other) => other !== one) })}
        />
      ))}
      {aggregate && (
        <div className={classes.days}>
          <Select
            size="xs"
            aria-label={t('own.how')}
            allowDeselect={false}
            value={aggregate}
            data={usable.map((value) => ({ value, label: t(`own.${value}`) }))}
            onChange={(value) => setHow(value ?? 'avg')}
          />
          <Select
            size="xs"
            aria-label={t('own.of')}
            placeholder={t('own.of')}
            searchable
            value={null}
            data={options}
            nothingFoundMessage={t('list.none')}
            onChange={add}
          />
        </div>
      )}
    </Part>
  );
}

/** Numbers that follow from two others. */
export function OwnFormulas({ about, question, error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const [first, setFirst] = useState<string | null>(null);
  const [operator, setOperator] = useState<string>('divide');
  const formulas = question.formulas ?? [];
  const numbers = useNumbers(question, about);
  const isAlone = operator === 'shareOfTotal';
  const add = (one: string | null, other: string | null) => {
    if (!one || (!isAlone && !other)) return;
    const as = freeName(`${one.split(':')[1]} ${operator}`, ownKeys(question));
    const value = isAlone ? termOf(one) : [termOf(one), termOf(other ?? '')];
    onChange({ formulas: [...formulas, { as, [operator]: value }] });
    setFirst(null);
  };
  return (
    <Part title={t('own.formulas')} error={error}>
      {formulas.map((one) => (
        <Shown
          key={one.as}
          name={ownName(one, question, text)}
          onDrop={() => onChange({ formulas: formulas.filter((other) => other !== one) })}
        />
      ))}
      <Select
        size="xs"
        aria-label={t('own.operator')}
        allowDeselect={false}
        value={operator}
        data={OPERATORS.map((value) => ({
          value: value as string,
          label: t(value === 'add' ? 'own.plus' : `own.${value}`),
        }))}
        onChange={(value) => setOperator(value ?? 'divide')}
      />
      <div className={classes.days}>
        <Select
          size="xs"
          aria-label={t('own.first')}
          searchable
          placeholder={t('own.first')}
          value={first}
          data={numbers}
          onChange={(value) => (isAlone ? add(value, null) : setFirst(value))}
        />
        {!isAlone && (
          <Select
            size="xs"
            aria-label={t('own.second')}
            searchable
            placeholder={t('own.second')}
            disabled={!first}
            value={null}
            data={numbers}
            onChange={(value) => add(first, value)}
          />
        )}
      </div>
    </Part>
  );
}

/** Only rows whose numbers are such. */
export function RowConditions({ about, question, error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const numbers = useNumbers(question, about);
  const [number, setNumber] = useState<string | null>(null);
  const [bound, setBound] = useState<Bound>('gt');
  const [typed, setTyped] = useState('');
  const having = question.having ?? [];
  const chosen = numbers.find(({ value }) => value === number) ?? numbers[0];
  const value = decimalOf(typed, text.language);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (value === undefined || !chosen) return;
    onChange({ having: [...having, { ...termOf(chosen.value), [bound]: value }] });
    setTyped('');
  };
  return (
    <Part title={t('own.having')} error={error}>
      {having.map((one) => {
        const name = conditionName(one, question, text);
        return (
          <Shown key={name} name={name} onDrop={() => onChange({ having: having.filter((other) => other !== one) })} />
        );
      })}
      <form onSubmit={add}>
        <Stack gap={6}>
          <Select
            size="xs"
            aria-label={t('own.number')}
            searchable
            allowDeselect={false}
            value={chosen?.value ?? null}
            data={numbers}
            onChange={setNumber}
          />
          <Group gap={6} wrap="nowrap">
            <Select
              size="xs"
              w={84}
              aria-label={t('own.bound')}
              allowDeselect={false}
              value={bound}
              data={BOUNDS.map((one) => ({ value: one as string, label: BOUND_SIGNS[one] }))}
              onChange={(next) => setBound(BOUNDS.find((one) => one === next) ?? 'gt')}
            />
            <TextInput
              size="xs"
              flex={1}
              inputMode="decimal"
              aria-label={t('own.value')}
              placeholder={t('own.value')}
              error={typed !== '' && value === undefined}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button type="submit" size="xs" variant="default" disabled={value === undefined || !chosen}>
              {t('own.add')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}

/** All numbers of a question, as formulas, conditions and orders call them. @param about also those of the data set that are not shown */
export function useNumbers(question: Question, about?: CatalogSet) {
  const text = useText();
  const { metrics = [] } = question;
  const others = (about?.metrics ?? []).filter(({ key, allowed }) => allowed && !metrics.includes(key));
  const terms = [
    ...metrics.map((metric) => ({ metric })),
    ...ownKeys(question).map((measure) => ({ measure })),
    ...others.map(({ key }) => ({ metric: key })),
  ];
  return terms.map((term) => ({ value: keyOf(term), label: termName(term, question, text) }));
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

function Part({ title, hint, error, children }: PartProps) {
  return (
    <Stack gap={6} component="section" aria-label={title}>
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {children}
      {error && (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
    </Stack>
  );
}

function Shown({ name, onDrop }: { readonly name: string; readonly onDrop: () => void }) {
  const { t } = useText();
  return (
    <Group gap={6} wrap="nowrap" justify="space-between" className={classes.own}>
      <Text size="sm">{name}</Text>
      <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('ask.dropMore', { name })} onClick={onDrop}>
        <XIcon size={14} />
      </ActionIcon>
    </Group>
  );
}
