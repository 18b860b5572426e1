import { Loader, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../text/index.tsx';
import '../text/list.ts';

/** A record to choose. */
export interface Picked {
  readonly id: string;
  readonly name: string;
  readonly about?: string | undefined;
  /** The name is a code. */
  readonly isCode?: boolean;
}

interface Props {
  readonly label: string;
  readonly placeholder?: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly clearable?: boolean;
  readonly value: Picked | undefined;
  readonly onChange: (picked: Picked | undefined) => void;
  /** Records that match, or why there is none; an empty text finds the first ones. */
  readonly find: (text: string) => Promise<readonly Picked[] | string>;
  /** What to do where there is no record to choose, whatever is typed. */
  readonly none?: string;
  /** Inside of a popover, which would close when its list is clicked elsewhere. */
  readonly isInline?: boolean;
  readonly 'data-autofocus'?: true;
}

const TYPED_MS = 200;

interface Answer {
  /** The text that it is the answer to. */
  readonly asked: string;
  /** Or why there is none. */
  readonly records: readonly Picked[] | string;
}

/** Chooses a record by what the service finds for a text. */
export function RecordPicker({ value, onChange, find, none, isInline, ...props }: Props) {
  const { t } = useText();
  const [typed, setTyped] = useState(value?.name ?? '');
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  /** The text that Enter was pressed for before its records were found, as a scanner does. */
  const entered = useRef<string>(undefined);
  const [settled] = useDebouncedValue(typed.trim(), TYPED_MS);
  const asked = settled === value?.name ? '' : settled;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the question, not the function
  useEffect(() => {
    if (!isOpen) return undefined;
    let isLatest = true;
    void find(asked).then((records) => {
      if (!isLatest) return;
      setAnswer({ asked, records });
      const [only, ...others] = typeof records === 'string' ? [] : records;
      if (!only || others.length > 0 || asked === '' || entered.current !== asked) return;
      onChange(only);
      setOpen(false);
    });
    return () => {
      isLatest = false;
    };
  }, [asked, isOpen]);
  const isOther = typed.trim() !== (value?.name ?? '');
  const isPending = isOpen && isOther;
  // What was found for another text is not offered: Enter would choose it.
  const records = answer?.asked === (isPending ? typed.trim() : asked) ? answer.records : undefined;
  const why = typeof records === 'string' ? records : undefined;
  const found = typeof records === 'string' ? [] : records;
  const nothing = why ?? (asked === '' && none ? none : t('list.none'));
  const others = found?.filter(({ id }) => id !== value?.id) ?? [];
  // What was chosen before is no answer to what is typed over it.
  const options = (isPending ? found : value && [value, ...others]) ?? others;
  const of = (value: string) => options.find(({ id }) => id === value);
  return (
    <Select
      {...props}
      withAsterisk={props.required ?? false}
      searchable
      // A list that opens by itself lies over what the focus was led to.
      openOnFocus={false}
      filter={({ options: all }) => all}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
      onChange={(id) => onChange(options.find((one) => one.id === id))}
      searchValue={typed}
      onSearchChange={setTyped}
      // The choice before would come back, and be sent by the button that was clicked.
      onBlur={() => value && isOther && onChange(undefined)}
      // Turns on when what was typed is found, so that Enter chooses the first record; before that it sends no form.
      selectFirstOptionOnChange={isPending && found !== undefined}
      onKeyDown={(event) => {
        entered.current = event.key === 'Enter' ? typed.trim() : undefined;
        if (event.key === 'Enter' && isPending) event.preventDefault();
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      nothingFoundMessage={found ? nothing : t('app.loading')}
      rightSection={isOpen && !found ? <Loader size="xs" color="gray" /> : undefined}
      maxDropdownHeight={300}
      {...(isInline && { comboboxProps: { withinPortal: false } })}
      clearButtonProps={{ 'aria-label': t('list.remove', { name: props.label }) }}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm" className={of(option.value)?.isCode ? 'k-mono' : undefined}>
            {option.label}
          </Text>
          <Text size="xs" c="dimmed">
            {of(option.value)?.about}
          </Text>
        </Stack>
      )}
    />
  );
}
