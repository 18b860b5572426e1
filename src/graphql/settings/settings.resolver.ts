import { getSettings, updateBusinessSettings, updateSystemSettings } from '../../domain/settings/index.ts';
import { BusinessSettingsRecord, SettingsRecord, SystemSettingsRecord } from '../../model/records/settings.ts';
import { operationField } from '../operation-field.ts';
import { objectTypeOf } from '../record-type.ts';

export const settingsFields = [
  operationField(getSettings, objectTypeOf(SettingsRecord)),
  operationField(updateSystemSettings, objectTypeOf(SystemSettingsRecord)),
  operationField(updateBusinessSettings, objectTypeOf(BusinessSettingsRecord)),
];
