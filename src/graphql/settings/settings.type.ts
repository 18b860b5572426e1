import { Field, ObjectType } from 'type-graphql';
import type { BusinessSettingsView, SystemSettingsView } from '../../domain/settings/index.ts';
import { BusinessSettingsRecord, SystemSettingsRecord } from '../../model/records/settings.ts';
import { objectTypeOf } from '../record-type.ts';

export const SystemSettingsType = objectTypeOf(SystemSettingsRecord);
export const BusinessSettingsType = objectTypeOf(BusinessSettingsRecord);

@ObjectType('Settings', { description: 'All settings but those of preorders.' })
export class SettingsType {
  @Field(() => SystemSettingsType, { description: 'How devices, apps and rollouts are run.' })
  system: SystemSettingsView;

  @Field(() => BusinessSettingsType, { description: 'How the business is counted and priced.' })
  business: BusinessSettingsView;
}
