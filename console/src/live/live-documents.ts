import {
  AuditEntryAddedDocument,
  DeviceChangedDocument,
  DevicePresenceChangedDocument,
  InstallationChangedDocument,
  PreorderChangedDocument,
  ReleaseChangedDocument,
  SaleChangedDocument,
} from '../api/generated/live-live.ts';

/** The operation of each subscription. An event names its record; the screen reads it by its own document. */
export const LIVE = {
  auditEntryAdded: 'AuditEntryAdded',
  deviceChanged: 'DeviceChanged',
  devicePresenceChanged: 'DevicePresenceChanged',
  installationChanged: 'InstallationChanged',
  preorderChanged: 'PreorderChanged',
  releaseChanged: 'ReleaseChanged',
  saleChanged: 'SaleChanged',
} as const;

/** Importing them makes their texts known. */
export const liveDocuments = [
  AuditEntryAddedDocument,
  DeviceChangedDocument,
  DevicePresenceChangedDocument,
  InstallationChangedDocument,
  PreorderChangedDocument,
  ReleaseChangedDocument,
  SaleChangedDocument,
];
