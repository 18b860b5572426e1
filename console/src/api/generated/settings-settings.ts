// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { SettingsPageQuery, SettingsPageQueryVariables, UpdateBusinessSettingsMutation, UpdateBusinessSettingsMutationVariables, UpdateSystemSettingsMutation, UpdateSystemSettingsMutationVariables } from './operations.ts';

export const SettingsPageDocument = typedDocument<SettingsPageQuery, SettingsPageQueryVariables>(
  'SettingsPage',
  "query SettingsPage{settings{__typename business{__typename ...BusinessFacts}system{__typename ...SystemFacts}}}fragment BusinessFacts on BusinessSettings{__typename id revision updatedAt companyName orderNumberPrefix defaultCurrency defaultDevicePrice onlineThresholdMinutes activeThresholdDays}fragment SystemFacts on SystemSettings{__typename id revision updatedAt defaultFirmwareChannel defaultRolloutPercentage maximumMacsPerDevice pairingCertificateDays heartbeatTimeoutSeconds}",
);
export const UpdateBusinessSettingsDocument = typedDocument<UpdateBusinessSettingsMutation, UpdateBusinessSettingsMutationVariables>(
  'UpdateBusinessSettings',
  "mutation UpdateBusinessSettings($revision:Int$input:UpdateBusinessSettingsInput!){updateBusinessSettings(expectedRevision:$revision input:$input){__typename}}",
);
export const UpdateSystemSettingsDocument = typedDocument<UpdateSystemSettingsMutation, UpdateSystemSettingsMutationVariables>(
  'UpdateSystemSettings',
  "mutation UpdateSystemSettings($revision:Int$input:UpdateSystemSettingsInput!){updateSystemSettings(expectedRevision:$revision input:$input){__typename}}",
);
