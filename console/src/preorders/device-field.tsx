import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useQuery } from 'urql';
import { PreorderDevicesDocument } from '../api/generated/preorders-preorders.ts';
import { useText } from '../text/index.tsx';
import { Code } from '../ui/code.tsx';
import '../text/preorders.ts';

interface Props {
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (id: string) => void;
}

const TYPED_MS = 200;

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Chooses a ready device by a part of its serial; the service searches. */
export function DeviceField({ value, error, onChange }: Props) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option>();
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  const isChosen = chosen !== undefined && asked === chosen.label;
  const [{ data }] = useQuery({
    query: PreorderDevicesDocument,
    variables: { search: isChosen ? undefined : asked || undefined },
    requestPolicy: 'cache-and-network',
  });
  const found = (data?.devices?.nodes ?? []).map(({ id, serial, model, hardwareRevision }) => ({
    value: id,
    label: serial,
    about: `${model} · ${hardwareRevision}`,
  }));
  const shown =
    chosen && !found.some((one) => one.value === chosen.value) ? [{ ...chosen, about: '' }, ...found] : found;
  return (
    <Select
      label={t('preorder.device')}
      description={t('preorder.deviceText')}
      required
      withAsterisk={false}
      data-autofocus
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={shown}
      filter={({ options }) => options}
      nothingFoundMessage={t('preorder.noDevice')}
      value={value || null}
      onChange={(id, option) => {
        setChosen(id && option ? { value: id, label: option.label } : undefined);
        onChange(id ?? '');
      }}
      error={error}
      renderOption={({ option }) => (
        <span>
          <Code>{option.label}</Code> <small>{found.find((one) => one.value === option.value)?.about}</small>
        </span>
      )}
    />
  );
}
