import type * as schema from './generated/schema.ts';
import type { Mutation, Query } from './generated/schema.ts';

/** Fields of a type, by their names in the schema. */
type Fields<T> = readonly Exclude<keyof T, '__typename'>[];

/** What a mutation changes besides the records in its answer: fields that a cache has to read again. */
interface Stale {
  readonly Query?: Fields<Query>;
  readonly Admin?: Fields<schema.Admin>;
  readonly AdminOption?: Fields<schema.AdminOption>;
  readonly Batch?: Fields<schema.Batch>;
  readonly Customer?: Fields<schema.Customer>;
  readonly Device?: Fields<schema.Device>;
  readonly Preorder?: Fields<schema.Preorder>;
  readonly PreorderSettings?: Fields<schema.PreorderSettings>;
  readonly Release?: Fields<schema.Release>;
  readonly Sale?: Fields<schema.Sale>;
}

type MutationName = Exclude<keyof Mutation, '__typename'>;

/** Every change is an audit entry and an activity. */
const ALWAYS = ['auditEntries', 'overview'] as const;

/** A device that is taken out of service gives its download back, and installs nothing. */
const OUT_OF_SERVICE: Stale = { Release: ['stats', 'installations'] };
const SALE: Stale = {
  ...OUT_OF_SERVICE,
  Query: [
    'sales',
    'customers',
    'devices',
    'salesAnalytics',
    'operationsAnalytics',
    'claimCodes',
    'search',
    'installations',
  ],
  Customer: ['sales', 'purchases', 'devices'],
  Device: ['activeSale', 'events', 'claimCode', 'availableActions', 'status', 'installations', 'offerDecision'],
};
const DEVICE: Stale = {
  Query: ['devices', 'customers', 'claimCodes', 'operationsAnalytics', 'search'],
  Customer: ['devices'],
  Sale: ['availableActions', 'status', 'claimedAt'],
};
const DEVICE_STATUS: Stale = {
  ...DEVICE,
  ...OUT_OF_SERVICE,
  Query: ['devices', 'customers', 'claimCodes', 'operationsAnalytics', 'search', 'installations'],
};
const TRANSFER: Stale = {
  ...DEVICE,
  Query: ['devices', 'claimCodes', 'operationsAnalytics', 'search', 'customers'],
};
const PREORDER: Stale = {
  Query: ['preorders', 'preorderAnalytics', 'search'],
  Customer: ['preorders'],
  PreorderSettings: ['reserved', 'remaining'],
};
const RELEASE: Stale = {
  Query: ['releases', 'installations', 'search'],
  Device: ['offerDecision', 'installations'],
};
const BATCH: Stale = { Query: ['batches', 'operationsAnalytics', 'search'] };
const ARCHIVED: Stale = {
  ...OUT_OF_SERVICE,
  Query: ['batches', 'operationsAnalytics', 'search', 'devices', 'installations'],
};
const PROVISIONED: Stale = { Query: ['batches', 'operationsAnalytics', 'search', 'devices', 'claimCodes'] };
const TEAM: Stale = { Query: ['team', 'adminOptions', 'search'], Admin: ['availableActions'], AdminOption: ['role'] };

/** Bulk mutations answer with rows of a list: what only the screen of one record shows is read again. */
const SALE_DETAILS = ['unitPrice', 'discount', 'notes', 'claimedAt', 'refunds'] as const;
const DEVICE_DETAILS = ['previousStatus', 'pairingEpoch', 'claimedAt', 'events', 'pairings'] as const;

/** A mutation that is not here changes only the records in its answer. */
const STALE: Readonly<Partial<Record<MutationName, Stale>>> = {
  archiveBatch: ARCHIVED,
  assignPreorder: PREORDER,
  bulkArchiveBatch: ARCHIVED,
  bulkAssignPreorder: { ...PREORDER, Preorder: ['history'] },
  bulkCancelSale: { ...SALE, Sale: SALE_DETAILS },
  bulkSetDeviceStatus: { ...DEVICE_STATUS, Device: [...DEVICE_DETAILS, 'installations', 'offerDecision'] },
  bulkSetPreorderStatus: { ...PREORDER, Preorder: ['history', 'firstContactedAt', 'depositPaidAt'] },
  bulkSetReleaseLifecycle: { ...RELEASE, Release: ['events', 'pauseReason', 'pausedBy', 'rolloutStartedAt'] },
  bulkTransferDevice: { ...TRANSFER, Device: DEVICE_DETAILS },
  bulkUpdateSale: { ...SALE, Sale: SALE_DETAILS },
  cancelSale: SALE,
  createAdmin: TEAM,
  createBatch: BATCH,
  createCustomer: { Query: ['customers', 'search'] },
  createSale: SALE,
  deleteBatch: BATCH,
  deletePreorder: PREORDER,
  endSession: { Query: ['sessions'] },
  changePassword: { Query: ['sessions', 'viewer'] },
  interruptInstallation: RELEASE,
  provisionBatch: PROVISIONED,
  provisionDevices: PROVISIONED,
  reconcileInstallation: RELEASE,
  refundSale: SALE,
  resetClaim: DEVICE,
  setAdminRole: TEAM,
  setAdminStatus: TEAM,
  setDeviceStatus: { ...DEVICE_STATUS, Device: ['installations', 'offerDecision'] },
  setPreorderStatus: PREORDER,
  setReleaseLifecycle: RELEASE,
  transferDevice: TRANSFER,
  updateBatch: BATCH,
  updateBusinessSettings: {
    Query: ['operationsAnalytics', 'customers'],
    Customer: ['purchases'],
    Device: ['presence'],
  },
  updateCustomer: { Query: ['customers', 'search'], Sale: ['customerName'] },
  updatePreorderSettings: { Query: ['preorderAnalytics'] },
  updateSale: SALE,
};

const isMutation = (name: string): name is MutationName => name in STALE;

/**
 * What to read again after a mutation.
 * @param field its field of `Mutation`
 * @returns names of fields by type
 */
export function staleAfter(field: string): Readonly<Record<string, readonly string[]>> {
  const stale = isMutation(field) ? STALE[field] : undefined;
  return { ...stale, Query: [...ALWAYS, ...(stale?.Query ?? [])] };
}
