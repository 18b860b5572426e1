import { grouped } from '../text/triple.ts';

interface Props {
  readonly amount: number | null | undefined;
  readonly currency: string;
}

/** An amount in whole units with its currency; a dash where there is none. */
export function Amount({ amount, currency }: Props) {
  if (amount === null || amount === undefined) return <span aria-hidden>–</span>;
  return (
    <span className="k-number">
      {grouped(amount)} {currency}
    </span>
  );
}
