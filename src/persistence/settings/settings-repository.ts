import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { Queryable } from '../../model/ports.ts';
import {
  BusinessSettingsRecord,
  type BusinessSettingsView,
  SystemSettingsRecord,
  type SystemSettingsView,
} from '../../model/records/settings.ts';
import { selectList } from '../lists/record-list.ts';
import { row } from '../sql/query.ts';
import {
  BusinessSettings,
  type BusinessSettingsRow,
  SETTINGS_ID,
  SystemSettings,
  type SystemSettingsRow,
} from './settings.entity.ts';

const systemColumns = selectList(SystemSettingsRecord, 's');
const businessColumns = selectList(BusinessSettingsRecord, 's');

/** Locks the system settings for update until the transaction ends. The migration created the row. */
export function lockSystemSettings(em: EntityManager): Promise<SystemSettingsRow> {
  return em.findOneOrFail(SystemSettings, { id: SETTINGS_ID }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Locks the business settings for update until the transaction ends. The migration created the row. */
export function lockBusinessSettings(em: EntityManager): Promise<BusinessSettingsRow> {
  return em.findOneOrFail(BusinessSettings, { id: SETTINGS_ID }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Reads the system settings without a lock. */
export async function findSystemSettings(em: EntityManager): Promise<SystemSettingsView> {
  return present(await row<SystemSettingsView>(em, `select ${systemColumns} from system_settings s`));
}

/** Reads the business settings without a lock. */
export async function findBusinessSettings(em: EntityManager): Promise<BusinessSettingsView> {
  return present(await row<BusinessSettingsView>(em, `select ${businessColumns} from business_settings s`));
}

/** What a form for a sale begins with. */
export type SaleDefaults = Pick<BusinessSettingsView, 'defaultCurrency' | 'defaultDevicePrice'>;

/** Reads the defaults of sales alone, on any connection. */
export async function findSaleDefaults(db: Queryable): Promise<SaleDefaults> {
  const text =
    'select default_currency as "defaultCurrency", default_device_price as "defaultDevicePrice" from business_settings';
  return present(await row<SaleDefaults>(db, text));
}

function present<Row>(found: Row | undefined): Row {
  if (!found)
    throw new Error('The row of settings is missing, although a migration creates it and nothing deletes it.');
  return found;
}
