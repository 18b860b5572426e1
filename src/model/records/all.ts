import type { RecordModel } from '../record.ts';
import { AdminOptionRecord, AdminRecord } from './admin.ts';
import { AuditEntryRecord } from './audit-entry.ts';
import { BatchRecord } from './batch.ts';
import { ClaimCodeRecord, DeviceClaimCodeRecord } from './claim-code.ts';
import { CustomerNoteRecord, CustomerPurchasesRecord, CustomerRecord } from './customer.ts';
import { DeviceDayRecord, DeviceEventRecord, DeviceRecord, HeartbeatRecord, PresenceRecord } from './device.ts';
import { InstallationEventRecord, InstallationRecord } from './installation.ts';
import { MaintenanceGrantRecord } from './maintenance-grant.ts';
import { OfferDecisionRecord } from './offer-decision.ts';
import { PairingRecord } from './pairing.ts';
import { PreorderEventRecord, PreorderRecord } from './preorder.ts';
import { ReleaseEventRecord, ReleaseRecord, StoredFileRecord } from './release.ts';
import { RefundRecord, SaleRecord } from './sale.ts';
import { SavedQuestionRecord, SavedQuestionRevisionRecord } from './saved-question.ts';
import { SavedViewRecord } from './saved-view.ts';
import { ServiceAccountRecord } from './service-account.ts';
import { BusinessSettingsRecord, PreorderSettingsRecord, SystemSettingsRecord } from './settings.ts';

/** Every record there is. */
export const records: readonly RecordModel[] = [
  AdminRecord,
  AdminOptionRecord,
  AuditEntryRecord,
  BatchRecord,
  ClaimCodeRecord,
  DeviceClaimCodeRecord,
  CustomerRecord,
  CustomerNoteRecord,
  CustomerPurchasesRecord,
  PresenceRecord,
  DeviceRecord,
  DeviceEventRecord,
  HeartbeatRecord,
  DeviceDayRecord,
  InstallationRecord,
  InstallationEventRecord,
  MaintenanceGrantRecord,
  OfferDecisionRecord,
  PairingRecord,
  PreorderRecord,
  PreorderEventRecord,
  StoredFileRecord,
  ReleaseRecord,
  ReleaseEventRecord,
  SaleRecord,
  RefundRecord,
  SavedQuestionRecord,
  SavedQuestionRevisionRecord,
  SavedViewRecord,
  ServiceAccountRecord,
  SystemSettingsRecord,
  BusinessSettingsRecord,
  PreorderSettingsRecord,
];
