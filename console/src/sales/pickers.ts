import type { Client } from '@urql/core';
import type { PreorderFilter } from '../api/generated/operations.ts';
import { SaleBuyersDocument, SalePreordersDocument } from '../api/generated/sales-new-sale.ts';
import type { Picked } from '../record/record-picker.tsx';
import { phoneText } from '../ui/phone-text.ts';

const FRESH = { requestPolicy: 'network-only' } as const;

export async function findBuyers(client: Client, text: string): Promise<readonly Picked[]> {
  const { data } = await client.query(SaleBuyersDocument, { search: text || undefined }, FRESH).toPromise();
  return (data?.customers?.nodes ?? []).map(({ id, fullName, email, phone, city }) => ({
    id,
    name: fullName,
    about: [city, email, phone && phoneText(phone)].filter(Boolean).join(' · '),
  }));
}

export async function findPreorders(
  client: Client,
  text: string,
  filter: PreorderFilter | undefined,
): Promise<readonly Picked[]> {
  const { data } = await client.query(SalePreordersDocument, { search: text || undefined, filter }, FRESH).toPromise();
  return (data?.preorders?.nodes ?? []).map(({ id, number, fullName, quantity }) => ({
    id,
    name: number,
    isCode: true,
    about: [fullName, `× ${quantity}`].filter(Boolean).join(' '),
  }));
}
