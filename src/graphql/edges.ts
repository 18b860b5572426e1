import { getCustomer } from '../domain/customers/index.ts';
import { getDevice, listClaimCodes, listDevices } from '../domain/devices/index.ts';
import { getRelease } from '../domain/firmware/index.ts';
import { getBatch } from '../domain/inventory/index.ts';
import type { Operation } from '../domain/kernel/operation.ts';
import { listPreorders } from '../domain/preorders/index.ts';
import { getSale } from '../domain/sales/index.ts';
import { listAdminOptions } from '../domain/team/index.ts';

/**
 * Edges to records that not every role may read: each has the rule of the operation that reads the record.
 * test/architecture/edges.test.ts sees to it that every other edge is in `openEdges` with its reason.
 */
export const guardedEdges: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  Device: {
    pairings: getDevice,
    maintenanceGrants: getDevice,
    batch: getBatch,
    claimCode: listClaimCodes,
    owner: getCustomer,
    activeSale: getSale,
  },
  Release: { targetDevice: getDevice },
  Installation: { device: getDevice, release: getRelease },
  Batch: { devices: listDevices, createdBy: listAdminOptions },
  Preorder: { customer: getCustomer, assignedAdmin: listAdminOptions },
  Customer: { sales: getSale, devices: listDevices, preorders: listPreorders },
  CustomerNote: { author: listAdminOptions },
  Sale: { customer: getCustomer, device: getDevice, createdBy: listAdminOptions },
  Refund: { createdBy: listAdminOptions },
};

const OWN_PART = 'a part of the record itself';
const FIGURES = 'figures and names of statuses: no record behind them';
const OWN_ANSWER = 'the answer to the caller’s own operation';

/** Edges that need no rule of their own: whoever may read the one may read the other. */
export const openEdges: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Device: {
    presence: OWN_PART,
    events: 'getDevice shows them to the same roles',
    installations: 'what the device did; the releases behind them are guarded',
    offerDecision: OWN_PART,
    availableActions: OWN_PART,
  },
  Batch: { availableActions: OWN_PART },
  Installation: { events: OWN_PART, availableActions: OWN_PART },
  Release: {
    firmware: OWN_PART,
    package: OWN_PART,
    events: 'getRelease shows them to the same roles',
    stats: 'getRelease shows them to the same roles',
    installations: 'how the release went; the devices behind them are guarded',
    availableActions: OWN_PART,
  },
  ReleaseStats: { byStatus: FIGURES },
  Preorder: { history: 'getPreorder shows it to the same roles', availableActions: OWN_PART },
  Sale: { refunds: OWN_PART, availableActions: OWN_PART },
  Customer: { notes: 'getCustomer shows them to the same roles' },
  Settings: { system: OWN_PART, business: OWN_PART },
  Viewer: { admin: OWN_PART, session: OWN_PART, rateLimit: OWN_PART },
  Login: { admin: OWN_ANSWER, session: OWN_ANSWER },
  ClaimReset: { device: OWN_ANSWER },
  SalesAnalytics: {
    range: FIGURES,
    totals: FIGURES,
    previous: FIGURES,
    series: FIGURES,
    byChannel: FIGURES,
    byPaymentStatus: FIGURES,
    byModel: FIGURES,
  },
  OperationsAnalytics: { devices: FIGURES, batches: FIGURES, claimCodes: FIGURES },
  DeviceAnalytics: { byStatus: FIGURES, byHardwareRevision: FIGURES, byFirmwareVersion: FIGURES },
  BatchAnalytics: { byStatus: FIGURES },
  ClaimCodeAnalytics: { byStatus: FIGURES },
  PreorderAnalytics: {
    funnel: FIGURES,
    bySource: FIGURES,
    byLocale: FIGURES,
    byColor: FIGURES,
    byRegion: FIGURES,
    capacity: FIGURES,
    revenue: FIGURES,
  },
  PreorderFunnel: { byStatus: FIGURES },
  Overview: { devices: FIGURES, customers: FIGURES, sales: FIGURES, preorders: FIGURES, recentActivity: FIGURES },
  OverviewDevices: { byStatus: FIGURES },
  OverviewSales: { today: FIGURES, last7Days: FIGURES, last30Days: FIGURES },
  OverviewPreorders: { byStatus: FIGURES },
  ProvisionedBatch: { batch: OWN_ANSWER, devices: OWN_ANSWER },
};
