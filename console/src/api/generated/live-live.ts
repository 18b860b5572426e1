// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
import { typedDocument } from '../document.ts';
import type { AuditEntryAddedSubscription, AuditEntryAddedSubscriptionVariables, DeviceChangedSubscription, DeviceChangedSubscriptionVariables, DevicePresenceChangedSubscription, DevicePresenceChangedSubscriptionVariables, InstallationChangedSubscription, InstallationChangedSubscriptionVariables, PreorderChangedSubscription, PreorderChangedSubscriptionVariables, ReleaseChangedSubscription, ReleaseChangedSubscriptionVariables, SaleChangedSubscription, SaleChangedSubscriptionVariables } from './operations.ts';

export const DeviceChangedDocument = typedDocument<DeviceChangedSubscription, DeviceChangedSubscriptionVariables>(
  'DeviceChanged',
  "subscription DeviceChanged($ids:[ID!]){deviceChanged(ids:$ids){__typename event id}}",
);
export const DevicePresenceChangedDocument = typedDocument<DevicePresenceChangedSubscription, DevicePresenceChangedSubscriptionVariables>(
  'DevicePresenceChanged',
  "subscription DevicePresenceChanged($ids:[ID!]){devicePresenceChanged(ids:$ids){__typename event id}}",
);
export const SaleChangedDocument = typedDocument<SaleChangedSubscription, SaleChangedSubscriptionVariables>(
  'SaleChanged',
  "subscription SaleChanged($ids:[ID!]){saleChanged(ids:$ids){__typename event id}}",
);
export const PreorderChangedDocument = typedDocument<PreorderChangedSubscription, PreorderChangedSubscriptionVariables>(
  'PreorderChanged',
  "subscription PreorderChanged($ids:[ID!]){preorderChanged(ids:$ids){__typename event id}}",
);
export const ReleaseChangedDocument = typedDocument<ReleaseChangedSubscription, ReleaseChangedSubscriptionVariables>(
  'ReleaseChanged',
  "subscription ReleaseChanged($ids:[ID!]){releaseChanged(ids:$ids){__typename event id}}",
);
export const InstallationChangedDocument = typedDocument<InstallationChangedSubscription, InstallationChangedSubscriptionVariables>(
  'InstallationChanged',
  "subscription InstallationChanged($ids:[ID!]){installationChanged(ids:$ids){__typename event id}}",
);
export const AuditEntryAddedDocument = typedDocument<AuditEntryAddedSubscription, AuditEntryAddedSubscriptionVariables>(
  'AuditEntryAdded',
  "subscription AuditEntryAdded{auditEntryAdded{__typename event id}}",
);
