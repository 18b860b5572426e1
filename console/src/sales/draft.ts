import type { UpdateSaleInput } from '../api/generated/operations.ts';
import type { Picked } from '../record/record-picker.tsx';
import { grouped } from '../text/triple.ts';
import { wholeUnitsOf } from '../ui/money-text.ts';

/** What the form of a sale shows. */
export interface SaleDraft {
  readonly unitPrice: string;
  readonly discount: string;
  readonly salesChannel: string;
  readonly customer: Picked;
  readonly notes: string;
}

interface Source {
  readonly unitPrice: number;
  readonly discount: number;
  readonly salesChannel: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly notes: string | null;
}

export const draftOf = (sale: Source): SaleDraft => ({
  unitPrice: grouped(sale.unitPrice),
  discount: grouped(sale.discount),
  salesChannel: sale.salesChannel,
  customer: { id: sale.customerId, name: sale.customerName },
  notes: sale.notes ?? '',
});

export const textOfField = (value: string | Picked) => (typeof value === 'string' ? value : value.name);

/** What differs from the sale that the form began with; undefined while an amount cannot be read. */
export function changesOf(before: SaleDraft, draft: SaleDraft): UpdateSaleInput | undefined {
  const [unitPrice, discount] = [wholeUnitsOf(draft.unitPrice), wholeUnitsOf(draft.discount)];
  if (unitPrice === undefined || discount === undefined) return undefined;
  return {
    ...(unitPrice !== wholeUnitsOf(before.unitPrice) && { unitPrice }),
    ...(discount !== wholeUnitsOf(before.discount) && { discount }),
    ...(draft.salesChannel !== before.salesChannel && {
      salesChannel: draft.salesChannel as NonNullable<UpdateSaleInput['salesChannel']>,
    }),
    ...(draft.customer.id !== before.customer.id && { customerId: draft.customer.id }),
    ...(draft.notes.trim() !== before.notes.trim() && { notes: draft.notes.trim() || null }),
  };
}
