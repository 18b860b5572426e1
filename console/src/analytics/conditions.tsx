import { ActionIcon, Group, MultiSelect, Select, Stack, Text } from '@mantine/core';
import { XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { useText } from '../text/index.tsx';
import { ASK } from './data-sets.ts';
import { isChoice, type Question, type Where } from './question.ts';
import type { CatalogSet } from './start-page.tsx';
import { dimensionName, valueName } from './words.ts';
import '../text/analytics.ts';
import '../text/list.ts';

interface Props {
  readonly about: CatalogSet;
  readonly question: Question;
  readonly error: string | undefined;
  readonly onChange: (changes: Question) => void;
}

/** The records that count: those with one of the values that are chosen of a dimension. */
export function Conditions({ about, question, error, onChange }: Props) {
  const text = useText();
  const { t } = text;
  const [fresh, setFresh] = useState<string>();
  const where = question.where ?? [];
  const chosen = where.filter(isChoice);
  const shown: readonly Where[] =
    fresh && !chosen.some(({ dimension }) => dimension === fresh) ? [...chosen, { dimension: fresh }] : chosen;
  const put = (dimension: string, next: Where | undefined) => {
    const others = where.filter((one) => !isChoice(one) || one.dimension !== dimension);
    onChange({ where: next ? [...others, next] : others });
  };
  const free = about.dimensions.filter(({ key, allowed }) => allowed && !shown.some((one) => one.dimension === key));
  return (
    <Stack gap={8}>
      {shown.length > 0 && (
        <Text size="sm" fw={500}>
          {t('ask.where')}
        </Text>
      )}
      {shown.map((one) => (
        <Values
          key={one.dimension}
          about={about}
          where={one}
          onChange={(next) => put(one.dimension ?? '', next)}
          onDrop={() => {
            setFresh(undefined);
            put(one.dimension ?? '', undefined);
          }}
        />
      ))}
      <Select
        {...(shown.length > 0 ? { 'aria-label': t('ask.addWhere') } : { label: t('ask.where') })}
        placeholder={t('ask.addWhere')}
        searchable
        value={null}
        error={error}
        data={free.map(({ key, label }) => ({ value: key, label: dimensionName(key, text) ?? label }))}
        onChange={(key) => setFresh(key ?? undefined)}
      />
      {where.length > chosen.length && (
        <Text size="xs" c="dimmed" className="k-mono">
          {where
            .filter((one) => !isChoice(one))
            .map((one) => JSON.stringify(one))
            .join(' ')}
        </Text>
      )}
    </Stack>
  );
}

interface ValuesProps {
  readonly about: CatalogSet;
  readonly where: Where;
  readonly onChange: (where: Where | undefined) => void;
  readonly onDrop: () => void;
}

/** No value of a dimension has this text. */
const NONE = '\u0000';
const MAX_VALUES = 200;

function Values({ about, where, onChange, onDrop }: ValuesProps) {
  const text = useText();
  const { t } = text;
  const { dimension = '', in: chosen = [], orNone = false } = where;
  const metric = about.metrics.find(({ allowed, type }) => allowed && type === 'INTEGER')?.key ?? '';
  // What occurs is asked, so that a value is chosen and never typed.
  const range = about.dataSet === 'HEARTBEATS' ? { preset: 'LAST_7_DAYS' } : undefined;
  const query: Question = {
    metrics: [metric],
    dimensions: [dimension],
    limit: MAX_VALUES,
    fill: 'NONE',
    ...(range && { range }),
  };
  const [{ data }] = useQuery<{ readonly answer: AnswerFragment | null }, { readonly query: never }>({
    query: ASK[about.dataSet],
    variables: { query: query as never },
  });
  const name = dimensionName(dimension, text) ?? dimension;
  const found = (data?.answer?.rows ?? []).map(({ dimensions: [value = null], labels: [label = null] }) => ({
    value: value ?? NONE,
    label: valueName(about.dataSet, dimension, value, label, text),
  }));
  const known = new Set(found.map(({ value }) => value));
  const options = [...found, ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: value }))];
  return (
    <Group gap={6} align="flex-end" wrap="nowrap">
      <MultiSelect
        flex={1}
        label={t('ask.values', { name })}
        searchable
        hidePickedOptions
        value={[...chosen, ...(orNone ? [NONE] : [])]}
        data={options}
        nothingFoundMessage={data ? t('list.none') : t('app.loading')}
        onChange={(next) => {
          const values = next.filter((value) => value !== NONE);
          const none = next.includes(NONE);
          onChange(next.length > 0 ? { dimension, in: values, ...(none && { orNone: true }) } : undefined);
        }}
      />
      <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('ask.dropWhere', { name })} onClick={onDrop}>
        <XIcon />
      </ActionIcon>
    </Group>
  );
}
