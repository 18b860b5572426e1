import { useState } from 'react';
import { useClient } from 'urql';
import { CustomerWithDocument } from '../api/generated/record-customer-with.ts';
import { phoneText } from '../ui/phone-text.ts';
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

/** What is compared: a field for a phone number groups it when it is left. */
const written = (sale: NewSale, by: KnownBuyer['by']) => (by === 'phone' ? phoneText(sale.phone) : sale.email).trim();

/** The customer who has the e-mail or the phone of a new one: the sale would be theirs, whatever name was typed. */
export function useKnownBuyer(sale: NewSale): BuyerLookup {
  const client = useClient();
  const [found, setFound] = useState<KnownBuyer>();
  const { isStranger } = sale;

  async function look(): Promise<KnownBuyer | undefined> {
    for (const by of isStranger ? ORDER : []) {
      const value = written(sale, by);
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

  const known = found && isStranger && written(sale, found.by) === found.value ? found : undefined;
  return { known, look };
}
