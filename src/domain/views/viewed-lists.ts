import type { TObject, TSchema } from 'typebox';
import type { ViewedList } from '../../model/enums.ts';
import type { RecordModel } from '../../model/record.ts';
import { AdminRecord } from '../../model/records/admin.ts';
import { AuditEntryRecord } from '../../model/records/audit-entry.ts';
import { BatchRecord } from '../../model/records/batch.ts';
import { ClaimCodeRecord } from '../../model/records/claim-code.ts';
import { CustomerRecord } from '../../model/records/customer.ts';
import { DeviceEventRecord, DeviceRecord } from '../../model/records/device.ts';
import { InstallationRecord } from '../../model/records/installation.ts';
import { PreorderRecord } from '../../model/records/preorder.ts';
import { ReleaseRecord } from '../../model/records/release.ts';
import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { ServiceAccountRecord } from '../../model/records/service-account.ts';
import { listAuditEntries, maskedFieldError } from '../audit/index.ts';
import { listCustomers } from '../customers/index.ts';
import { listClaimCodes, listDeviceEvents, listDevices } from '../devices/index.ts';
import { askError, NEEDED_AT_MOST } from '../edge-guards.ts';
import { listReleases } from '../firmware/index.ts';
import { listInstallations } from '../installations/index.ts';
import { listBatches } from '../inventory/index.ts';
import type { Rights } from '../kernel/access.ts';
import type { DomainError } from '../kernel/errors.ts';
import { neededBy, neededBySort } from '../kernel/filter-parts.ts';
import type { ListOperation } from '../list-operation.ts';
import { listPreorders } from '../preorders/index.ts';
import { listRefunds, listSales } from '../sales/index.ts';
import { listServiceAccounts } from '../service-accounts/index.ts';
import { listTeam } from '../team/index.ts';

/** The arguments of a list that a view keeps. */
export interface ViewQuery {
  readonly filter?: unknown;
  readonly sort?: readonly { readonly field: string }[];
  readonly search?: string;
}

/** A list of which admins save views. */
interface ViewableList {
  readonly operation: ListOperation;
  readonly record: RecordModel;
  /** The error of a query by what the caller sees masked. */
  readonly queryError?: (rights: Rights, query: ViewQuery) => DomainError | undefined;
}

export const viewedLists: Readonly<Record<ViewedList, ViewableList>> = {
  AUDIT_ENTRIES: { operation: listAuditEntries, record: AuditEntryRecord, queryError: maskedFieldError },
  BATCHES: { operation: listBatches, record: BatchRecord },
  CLAIM_CODES: { operation: listClaimCodes, record: ClaimCodeRecord },
  CUSTOMERS: { operation: listCustomers, record: CustomerRecord },
  DEVICE_EVENTS: { operation: listDeviceEvents, record: DeviceEventRecord },
  DEVICES: { operation: listDevices, record: DeviceRecord },
  INSTALLATIONS: { operation: listInstallations, record: InstallationRecord },
  PREORDERS: { operation: listPreorders, record: PreorderRecord },
  REFUNDS: { operation: listRefunds, record: RefundRecord },
  RELEASES: { operation: listReleases, record: ReleaseRecord },
  SALES: { operation: listSales, record: SaleRecord },
  SERVICE_ACCOUNTS: { operation: listServiceAccounts, record: ServiceAccountRecord },
  TEAM: { operation: listTeam, record: AdminRecord },
};

/** The schemas of the arguments that a view can keep. */
export function queryParts(list: ViewedList): Readonly<Record<string, TSchema>> {
  const { operation } = viewedLists[list];
  const { filter, sort, search } = (operation.typedInput as TObject).properties as Record<string, TSchema | undefined>;
  return Object.fromEntries(
    Object.entries({ filter, sort, search }).flatMap(([name, schema]) => (schema ? [[name, schema]] : [])),
  );
}

/** Why a caller may not ask a list for what a view keeps: 403 ROLE_FORBIDDEN. */
export function queryError(rights: Rights, list: ViewedList, query: ViewQuery): DomainError | undefined {
  const { operation, queryError: error } = viewedLists[list];
  const { filter, sort } = queryParts(list);
  const ofFilter = filter ? neededBy(filter, query.filter) : [];
  const needed = [...ofFilter, ...neededBySort(sort, query.sort)];
  return askError(rights, operation, needed) ?? error?.(rights, query);
}

/** The same for a query that is no longer valid: only who may ask for everything may see it. */
export function anyQueryError(rights: Rights, list: ViewedList): DomainError | undefined {
  const { operation, queryError: error } = viewedLists[list];
  return askError(rights, operation, NEEDED_AT_MOST) ?? error?.(rights, { filter: { unknown: {} } });
}
