import { useState } from 'react';
import { useClient } from 'urql';
import { CustomerWithDocument } from '../api/generated/record-customer-with.ts';
import type { NewSale } from './new-sale.ts';

export interface KnownBuyer {
  readonly id: string;
  readonly name: string;
  readonly by: 'email' | 'phone';
  /** What was typed when they were found. */
  readonly value: string;
}

export interface BuyerLookup {
  readonly known: KnownBuyer | undefined;
  readonly look: () => Promise<KnownBuyer | undefined>;
}

/** As the service looks for them. */
const ORDER = ['email', 'phone'] as const;

/** The customer who has the e-mail or the phone of a new one: the sale would be theirs, whatever name was typed. */
export function useKnownBuyer(sale: NewSale): BuyerLookup {
  const client = useClient();
  const [found, setFound] = useState<KnownBuyer>();
  const { isStranger } = sale;

  async function look(): Promise<KnownBuyer | undefined> {
    for (const by of isStranger ? ORDER : []) {
      const value = sale[by].trim();
      if (value === '') continue;
      const filter = { [by]: { eq: by === 'email' ? value.toLowerCase() : value } };
      const { data } = await client
        .query(CustomerWithDocument, { filter }, { requestPolicy: 'network-only' })
        .toPromise();
      const [one] = data?.customers?.nodes ?? [];
      if (!one) continue;
      const known = { id: one.id, name: one.fullName, by, value };
      setFound(known);
      return known;
    }
    return undefined;
  }

  const known = found && isStranger && sale[found.by].trim() === found.value ? found : undefined;
  return { known, look };
}
