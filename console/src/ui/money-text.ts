import { grouped } from '../text/triple.ts';

/** An amount with its currency: `1 500 000 UZS`. */
export const moneyText = (amount: number, currency: string) => `${grouped(amount)}\u00a0${currency}`;

/**
 * The whole units that a person typed, with groups of three or without; undefined for anything else, so that `1500.50` is refused and
 * never read as 150050.
 */
export function wholeUnitsOf(typed: string): number | undefined {
  const text = typed.trim().replace(/[\s\u00a0\u202f]/g, '');
  const digits = /^\d{1,3}([.,’'])\d{3}(\1\d{3})*$/.test(text) ? text.replace(/[.,’']/g, '') : text;
  const amount = /^\d+$/.test(digits) ? Number(digits) : undefined;
  return amount !== undefined && Number.isSafeInteger(amount) ? amount : undefined;
}
