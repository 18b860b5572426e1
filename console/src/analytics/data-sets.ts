import type { TypedDocumentNode } from '@urql/core';
import * as asked from '../api/generated/analytics-analytics.ts';
import type { DataSet } from '../api/generated/enums.ts';
import type { AnswerFragment } from '../api/generated/operations.ts';

type Ask = TypedDocumentNode<{ readonly answer: AnswerFragment | null }, { readonly query: never }>;

/** The document that asks about each data set. */
export const ASK: Readonly<Record<DataSet, Ask>> = {
  SALES: asked.AskSalesDocument,
  REFUNDS: asked.AskRefundDocument,
  PREORDERS: asked.AskPreorderDocument,
  CUSTOMERS: asked.AskCustomerDocument,
  DEVICES: asked.AskDeviceDocument,
  INSTALLATIONS: asked.AskInstallationDocument,
  FLEET_DAYS: asked.AskFleetDayDocument,
  HEARTBEATS: asked.AskHeartbeatDocument,
  AUDIT_ENTRIES: asked.AskAuditEntryDocument,
  DEVICE_EVENTS: asked.AskDeviceEventDocument,
  PAIRINGS: asked.AskPairingDocument,
  CLAIM_CODES: asked.AskClaimCodeDocument,
  PREORDER_EVENTS: asked.AskPreorderEventDocument,
};

export const isDataSet = (text: string | undefined): text is DataSet => text !== undefined && text in ASK;
