import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../text/index.tsx';
import { countriesLike, countryName, countryOf } from '../ui/country.ts';

interface Props extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A country by its name: the value is its code, or what was typed where no country is called so. */
export function CountryInput({ value, onChange, ...props }: Props) {
  const { language } = useText();
  const [typed, setTyped] = useState('');
  // What was typed stays as it was typed, while it is the value.
  const shown = countryOf(typed, language) === value ? typed : countryName(value, language);
  return (
    <Autocomplete
      {...props}
      value={shown}
      data={countriesLike('', language).map(({ name }) => name)}
      filter={({ search, limit }) =>
        countriesLike(search, language)
          .slice(0, limit)
          .map(({ name }) => ({ value: name, label: name }))
      }
      limit={8}
      onChange={(text) => {
        setTyped(text);
        onChange(countryOf(text, language));
      }}
    />
  );
}
