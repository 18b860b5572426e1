/** The specification's enumerations: the words every layer uses. Imports nothing. */

export const ADMIN_ROLES = [
  'SUPER_ADMIN',
  'ADMIN',
  'OPERATIONS',
  'SALES',
  'SUPPORT',
  'FIRMWARE_MANAGER',
  'VIEWER',
] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

export const ADMIN_STATUSES = ['ACTIVE', 'SUSPENDED', 'DISABLED'] as const;
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

export const DEVICE_STATUSES = [
  'INVENTORY',
  'READY',
  'SOLD',
  'CLAIMED',
  'ACTIVE',
  'RETURNED',
  'SUSPENDED',
  'REVOKED',
  'REPAIR',
  'RETIRED',
] as const;
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

export const BATCH_STATUSES = ['DRAFT', 'READY', 'PROVISIONING', 'COMPLETED', 'ARCHIVED', 'CANCELLED'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const FIRMWARE_CHANNELS = ['INTERNAL', 'BETA', 'STABLE'] as const;
export type FirmwareChannel = (typeof FIRMWARE_CHANNELS)[number];

export const LOCALES = ['uz', 'en', 'ru'] as const;
export type Locale = (typeof LOCALES)[number];

export const OTA_SLOTS = ['ota_0', 'ota_1'] as const;
export type OtaSlot = (typeof OTA_SLOTS)[number];

/** States of a claim code. EXPIRED is derived from the clock and never stored. */
export const CLAIM_CODE_STATUSES = ['AVAILABLE', 'CLAIMED', 'EXPIRED', 'VOID'] as const;
export type ClaimCodeStatus = (typeof CLAIM_CODE_STATUSES)[number];

/** States of a device secret: PENDING becomes ACTIVE on its first valid proof. */
export const SECRET_STATES = ['PENDING', 'ACTIVE', 'RETIRED'] as const;
export type SecretState = (typeof SECRET_STATES)[number];

export const ACTOR_TYPES = ['ADMIN', 'DEVICE', 'INSTALLATION', 'PUBLIC', 'SYSTEM'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export const TRANSPORTS = ['REST', 'GRAPHQL', 'SYSTEM'] as const;
export type Transport = (typeof TRANSPORTS)[number];
