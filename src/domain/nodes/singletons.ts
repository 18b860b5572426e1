import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecordModel } from '../../model/record.ts';
import { BusinessSettingsRecord, PreorderSettingsRecord, SystemSettingsRecord } from '../../model/records/settings.ts';
import { readPreorderSettings } from '../preorders/index.ts';
import { findBusinessSettings, findSystemSettings } from '../settings/store.ts';

/** The reads of singleton records. */
const reads: ReadonlyMap<RecordModel, (em: EntityManager) => Promise<object>> = new Map<
  RecordModel,
  (em: EntityManager) => Promise<object>
>([
  [SystemSettingsRecord, findSystemSettings],
  [BusinessSettingsRecord, findBusinessSettings],
  [PreorderSettingsRecord, readPreorderSettings],
]);

/** The views of singleton records, by record. */
export async function readSingletons(
  em: EntityManager,
  models: readonly RecordModel[],
): Promise<ReadonlyMap<RecordModel, object>> {
  const views = [...new Set(models)].map(async (model) => {
    const read = reads.get(model);
    if (!read) throw new Error(`${model.name} has no read in src/domain/nodes/singletons.ts.`);
    return [model, await read(em)] as const;
  });
  return new Map(await Promise.all(views));
}
