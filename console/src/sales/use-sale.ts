import { useQuery } from 'urql';
import type { SalePageQuery } from '../api/generated/operations.ts';
import { SalePageDocument } from '../api/generated/sales-sales.ts';

export type Sale = NonNullable<SalePageQuery['sale']>;

/** The sale as its page shows it, for a form that lies over the page. */
export function useSale(id: string): Sale | undefined {
  const [{ data }] = useQuery({ query: SalePageDocument, variables: { id } });
  return data?.sale?.id === id ? data.sale : undefined;
}
