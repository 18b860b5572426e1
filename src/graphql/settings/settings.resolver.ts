import { getSettings, updateBusinessSettings, updateSystemSettings } from '../../domain/settings/index.ts';
import { BusinessSettingsRecord, SettingsRecord, SystemSettingsRecord } from '../../model/records/settings.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const settingsFields = [
  operationField(getSettings, objectTypeOf(SettingsRecord)),
  operationField(updateSystemSettings, objectTypeOf(SystemSettingsRecord)),
  operationField(updateBusinessSettings, objectTypeOf(BusinessSettingsRecord)),
];
