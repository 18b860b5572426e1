import { AuditEntry } from './audit/audit-entry.entity.ts';
import { AdminSession } from './auth/admin-session.entity.ts';
import { Customer } from './customers/customer.entity.ts';
import { ClaimCode } from './devices/claim-code.entity.ts';
import { Device } from './devices/device.entity.ts';
import { DeviceEvent } from './devices/device-event.entity.ts';
import { DevicePresence } from './devices/device-presence.entity.ts';
import { DeviceSecret } from './devices/device-secret.entity.ts';
import { ProvisioningEnvelope } from './devices/provisioning-envelope.entity.ts';
import { Batch } from './inventory/batch.entity.ts';
import { Pairing } from './pairing/pairing.entity.ts';
import { BusinessSettings, SystemSettings } from './settings/settings.entity.ts';
import { Admin } from './team/admin.entity.ts';

/** Every table that MikroORM writes. Heartbeats are SQL written by hand (devices/heartbeat-store.ts). */
export const entities = [
  Admin,
  AdminSession,
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
];
