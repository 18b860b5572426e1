import type { UpdateSaleInput } from '../api/generated/operations.ts';
import type { Values, Version } from '../record/merge.ts';
import { wholeUnitsOf } from '../ui/money-text.ts';

interface Source {
  readonly revision: number;
  readonly updatedAt?: string | null;
  readonly unitPrice: number;
  readonly discount: number;
  readonly salesChannel: string;
  readonly customerId: string;
  readonly notes: string | null;
}

export const versionOf = ({
  revision,
  updatedAt,
  unitPrice,
  discount,
  salesChannel,
  customerId,
  notes,
}: Source): Version => ({
  revision,
  updatedAt,
  values: {
    unitPrice: String(unitPrice),
    discount: String(discount),
    salesChannel,
    customerId,
    notes: notes ?? '',
  },
});

/** What was changed, as the service takes it: an empty discount is none. */
export function inputOf({ unitPrice, discount, salesChannel, customerId, notes }: Values): UpdateSaleInput {
  return {
    ...(unitPrice !== undefined && { unitPrice: wholeUnitsOf(unitPrice) }),
    ...(discount !== undefined && { discount: discount.trim() === '' ? 0 : wholeUnitsOf(discount) }),
    ...(salesChannel !== undefined && {
      salesChannel: salesChannel as NonNullable<UpdateSaleInput['salesChannel']>,
    }),
    ...(customerId !== undefined && { customerId }),
    ...(notes !== undefined && { notes: notes.trim() || null }),
  };
}
