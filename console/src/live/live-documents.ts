import {
  DeviceChangedDocument,
  DevicePresenceChangedDocument,
  InstallationChangedDocument,
  PreorderChangedDocument,
  ReleaseChangedDocument,
  SaleChangedDocument,
} from '../api/generated/live-live.ts';

/** The operation of each subscription. An event names its record; the screen reads it by its own document. */
export const LIVE = {
  deviceChanged: 'DeviceChanged',
  devicePresenceChanged: 'DevicePresenceChanged',
  installationChanged: 'InstallationChanged',
  preorderChanged: 'PreorderChanged',
  releaseChanged: 'ReleaseChanged',
  saleChanged: 'SaleChanged',
} as const;

/** Importing them makes their texts known. */
export const liveDocuments = [
  DeviceChangedDocument,
  DevicePresenceChangedDocument,
  InstallationChangedDocument,
  PreorderChangedDocument,
  ReleaseChangedDocument,
  SaleChangedDocument,
];
