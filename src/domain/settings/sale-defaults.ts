import { findSaleDefaults, type SaleDefaults } from '../../persistence/settings/settings-repository.ts';
import type { Runtime } from '../kernel/operation.ts';

/** What the business settings say of new sales, once for each of the ids. */
export async function readSaleDefaults({ em }: Pick<Runtime, 'em'>, ids: readonly string[]): Promise<SaleDefaults[]> {
  const defaults = await findSaleDefaults(em());
  return ids.map(() => defaults);
}
