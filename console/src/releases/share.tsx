import { useText } from '../text/index.tsx';
import { figureText } from '../ui/figure.ts';

/** A share from 0 to 1 as a percentage. */
export function Share({ value }: { readonly value: number | null | undefined }) {
  return figureText(value, { type: 'RATIO' }, useText().language);
}
