import { grouped } from '../text/triple.ts';

/** Whole units of a currency. */
export const Amount = ({ value, currency }: { readonly value: number; readonly currency: string }) => (
  <span className="k-number">
    {grouped(value)} {currency}
  </span>
);
