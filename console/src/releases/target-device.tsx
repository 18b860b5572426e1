import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { ReleaseTargetsDocument } from '../api/generated/releases-releases.ts';
import { useText } from '../text/index.tsx';
import '../text/firmware.ts';
import '../text/list.ts';

interface Props {
  readonly hardwareRevision: string;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (id: string) => void;
}

const TYPED_MS = 200;

/** Finds the only device of an INTERNAL release by its serial or its model. */
export function TargetDevice({ hardwareRevision, value, error, onChange }: Props) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  // What was chosen is no search.
  const search = asked && asked !== chosen?.label ? asked : undefined;
  const [{ data }] = useQuery({ query: ReleaseTargetsDocument, variables: { hardwareRevision, search } });
  const found = (data?.packageDevices?.nodes ?? []).map(({ id, serial, model, firmwareVersion }) => ({
    value: id,
    label: [serial, model, firmwareVersion].filter(Boolean).join(' · '),
  }));
  const options = chosen && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found;
  return (
    <Select
      label={t('upload.target')}
      required
      searchable
      data={options}
      filter={({ options: all }) => all}
      value={value || null}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('list.none')}
      onChange={(id) => {
        setChosen(options.find((one) => one.value === id));
        onChange(id ?? '');
      }}
    />
  );
}
