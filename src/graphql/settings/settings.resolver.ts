import { getSettings } from '../../domain/settings/index.ts';
import { SettingsRecord } from '../../model/records/settings.ts';
import { operationField } from '../schema/operation-field.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const settingsFields = [operationField(getSettings, objectTypeOf(SettingsRecord))];
