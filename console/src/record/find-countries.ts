import type { Client } from '@urql/core';
import type { Text } from '../text/index.tsx';
import { countriesLike } from '../ui/country.ts';
import type { Picked } from './record-picker.tsx';

/** Countries by name, for a filter: it has the code, as customers have, or what was typed where no country is called so. */
export async function findCountries(_client: Client, typed: string, { language }: Text): Promise<readonly Picked[]> {
  const found = countriesLike(typed, language);
  return found.length > 0 ? found : [{ id: typed, name: typed }];
}
