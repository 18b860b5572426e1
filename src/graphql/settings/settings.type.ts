import { Field, Int, ObjectType } from 'type-graphql';
import type { BusinessSettingsView, SystemSettingsView } from '../../domain/settings/index.ts';
import { FIRMWARE_CHANNELS, type FirmwareChannel } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';

@ObjectType('SystemSettings')
export class SystemSettingsType implements SystemSettingsView {
  @Field(() => Int, { description: 'Active pairings that one device may have.' })
  maximumMacsPerDevice: number;

  @Field(() => Int)
  heartbeatTimeoutSeconds: number;

  @Field(() => Int)
  pairingCertificateDays: number;

  @Field(() => enumType('FirmwareChannel', FIRMWARE_CHANNELS))
  defaultFirmwareChannel: FirmwareChannel;

  @Field(() => Int)
  defaultRolloutPercentage: number;

  @Field(() => Int)
  revision: number;

  @Field()
  updatedAt: Date;
}

@ObjectType('BusinessSettings')
export class BusinessSettingsType implements BusinessSettingsView {
  @Field(() => Int)
  onlineThresholdMinutes: number;

  @Field(() => Int)
  activeThresholdDays: number;

  @Field()
  companyName: string;

  @Field()
  defaultCurrency: string;

  @Field(() => Int, { description: 'Whole currency units.' })
  defaultDevicePrice: number;

  @Field()
  orderNumberPrefix: string;

  @Field(() => Int)
  revision: number;

  @Field()
  updatedAt: Date;
}

@ObjectType('Settings')
export class SettingsType {
  @Field(() => SystemSettingsType)
  system: SystemSettingsView;

  @Field(() => BusinessSettingsType)
  business: BusinessSettingsView;
}
