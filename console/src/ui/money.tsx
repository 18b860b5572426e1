import { moneyText } from './money-text.ts';

interface MoneyProps {
  readonly amount: number | null | undefined;
  readonly currency: string;
}

/** An amount in whole units of its currency; a dash where there is none. */
export function Money({ amount, currency }: MoneyProps) {
  if (amount === null || amount === undefined) return <span aria-hidden>–</span>;
  return <span className="k-number">{moneyText(amount, currency)}</span>;
}
