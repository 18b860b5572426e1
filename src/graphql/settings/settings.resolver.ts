import { getSettings, updateBusinessSettings, updateSystemSettings } from '../../domain/settings/index.ts';
import { operationField } from '../operation-field.ts';
import { BusinessSettingsType, SettingsType, SystemSettingsType } from './settings.type.ts';

export const settingsFields = [
  operationField(getSettings, SettingsType),
  operationField(updateSystemSettings, SystemSettingsType),
  operationField(updateBusinessSettings, BusinessSettingsType),
];
