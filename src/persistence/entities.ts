import { AuditEntry } from './audit/audit-entry.entity.ts';
import { AdminSession } from './auth/admin-session.entity.ts';
import { SignInNetwork } from './auth/sign-in-network.entity.ts';
import { Customer } from './customers/customer.entity.ts';
import { CustomerNote } from './customers/customer-note.entity.ts';
import { ErasedCustomer } from './customers/erased-customer.entity.ts';
import { ClaimCode } from './devices/claim-code.entity.ts';
import { Device } from './devices/device.entity.ts';
import { DeviceEvent } from './devices/device-event.entity.ts';
import { DevicePresence } from './devices/device-presence.entity.ts';
import { DeviceSecret } from './devices/device-secret.entity.ts';
import { ProvisioningEnvelope } from './devices/provisioning-envelope.entity.ts';
import { MaintenanceGrant } from './firmware/maintenance-grant.entity.ts';
import { Release } from './firmware/release.entity.ts';
import { ReleaseEvent } from './firmware/release-event.entity.ts';
import { IdempotencyKey } from './idempotency/idempotency-key.entity.ts';
import { Installation } from './installations/installation.entity.ts';
import { InstallationEvent } from './installations/installation-event.entity.ts';
import { ReleaseCounter } from './installations/release-counter.entity.ts';
import { Batch } from './inventory/batch.entity.ts';
import { OfferDecision } from './offers/offer-decision.entity.ts';
import { Pairing } from './pairing/pairing.entity.ts';
import { PairingChallenge } from './pairing/pairing-challenge.entity.ts';
import { AdminPreferences } from './preferences/admin-preferences.entity.ts';
import { Preorder } from './preorders/preorder.entity.ts';
import { PreorderEvent } from './preorders/preorder-event.entity.ts';
import { PreorderSettings } from './preorders/preorder-settings.entity.ts';
import { PreorderViewDay, PreorderViewEvent } from './preorders/preorder-view-event.entity.ts';
import { SavedQuestion, SavedQuestionRevision } from './questions/saved-question.entity.ts';
import { OrderCounter } from './sales/order-counter.entity.ts';
import { Refund } from './sales/refund.entity.ts';
import { Sale } from './sales/sale.entity.ts';
import { ServiceAccount } from './service-accounts/service-account.entity.ts';
import { BusinessSettings, SystemSettings } from './settings/settings.entity.ts';
import { Admin } from './team/admin.entity.ts';
import { SavedView } from './views/saved-view.entity.ts';

/** Every table that MikroORM writes. Heartbeats use handwritten SQL (devices/heartbeat-store.ts). */
export const entities = [
  Admin,
  AdminSession,
  SignInNetwork,
  AuditEntry,
  SystemSettings,
  BusinessSettings,
  Customer,
  Batch,
  Device,
  DeviceSecret,
  ClaimCode,
  DevicePresence,
  DeviceEvent,
  ProvisioningEnvelope,
  Pairing,
  CustomerNote,
  ErasedCustomer,
  Sale,
  Refund,
  OrderCounter,
  Preorder,
  PreorderEvent,
  PreorderSettings,
  PreorderViewEvent,
  PreorderViewDay,
  IdempotencyKey,
  Release,
  ReleaseEvent,
  Installation,
  InstallationEvent,
  ReleaseCounter,
  OfferDecision,
  MaintenanceGrant,
  PairingChallenge,
  SavedQuestion,
  SavedQuestionRevision,
  SavedView,
  AdminPreferences,
  ServiceAccount,
];
