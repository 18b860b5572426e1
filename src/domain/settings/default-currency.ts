import { findDefaultCurrency } from '../../persistence/settings/settings-repository.ts';
import type { Runtime } from '../kernel/operation.ts';

/** The default currency of the business settings, once for each of the ids. */
export async function readDefaultCurrency({ em }: Pick<Runtime, 'em'>, ids: readonly string[]): Promise<string[]> {
  const currency = await findDefaultCurrency(em());
  return ids.map(() => currency);
}
