import {
  DeviceChangedDocument,
  DevicePresenceChangedDocument,
  PreorderChangedDocument,
  SaleChangedDocument,
} from '../api/generated/live-live.ts';

/** The operation of each subscription. An event names its record; the screen reads it by its own document. */
export const LIVE = {
  deviceChanged: 'DeviceChanged',
  devicePresenceChanged: 'DevicePresenceChanged',
  preorderChanged: 'PreorderChanged',
  saleChanged: 'SaleChanged',
} as const;

/** Importing them makes their texts known. */
export const liveDocuments = [DeviceChangedDocument, DevicePresenceChangedDocument, PreorderChangedDocument, SaleChangedDocument];
