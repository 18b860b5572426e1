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

/** How a call came in: over HTTP, from the command line, or from the service itself. */
export const TRANSPORTS = ['REST', 'GRAPHQL', 'SYSTEM', 'CLI'] as const;
export type Transport = (typeof TRANSPORTS)[number];
/** The transports that strangers can reach. */
export type HttpTransport = Extract<Transport, 'REST' | 'GRAPHQL'>;

export const PREORDER_STATUSES = [
  'NEW',
  'CONTACTED',
  'CONFIRMED',
  'PAYMENT_PENDING',
  'DEPOSIT_PAID',
  'READY_TO_SHIP',
  'FULFILLED',
  'CANCELLED',
] as const;
export type PreorderStatus = (typeof PREORDER_STATUSES)[number];

export const SALE_STATUSES = ['DRAFT', 'PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const PAYMENT_STATUSES = ['UNPAID', 'PARTIAL', 'PAID', 'REFUNDED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const SALES_CHANNELS = ['DIRECT', 'INSTAGRAM', 'TELEGRAM', 'WEBSITE', 'RESELLER', 'OFFLINE', 'OTHER'] as const;
export type SalesChannel = (typeof SALES_CHANNELS)[number];

export const PRODUCT_COLORS = ['BLACK', 'WHITE', 'LAVENDER'] as const;
export type ProductColor = (typeof PRODUCT_COLORS)[number];

export const PAYMENT_METHODS = ['DEPOSIT', 'FULL'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const DEVICE_DISPOSITIONS = ['RETURNED', 'REVOKED'] as const;
export type DeviceDisposition = (typeof DEVICE_DISPOSITIONS)[number];

/** Whether money went back: derived from the refunds of a sale. */
export const REFUND_STATES = ['NONE', 'PARTIAL', 'FULL'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A release, from its upload to its end. */
export const FIRMWARE_LIFECYCLES = ['DRAFT', 'READY', 'ROLLING_OUT', 'PAUSED', 'COMPLETED', 'REVOKED'] as const;
export type FirmwareLifecycle = (typeof FIRMWARE_LIFECYCLES)[number];

/** How a release came in: as a signed package, or as a bare image. */
export const RELEASE_SOURCES = ['PACKAGE', 'LEGACY'] as const;
export type ReleaseSource = (typeof RELEASE_SOURCES)[number];

/** In the order of their ranks 0 to 7, then the three ends. */
export const INSTALLATION_STATUSES = [
  'AVAILABLE',
  'QUEUED',
  'DOWNLOADING',
  'VERIFYING',
  'TRANSFERRING',
  'INSTALLING',
  'REBOOTING',
  'VALIDATING',
  'SUCCESS',
  'FAILED',
  'ROLLED_BACK',
] as const;
export type InstallationStatus = (typeof INSTALLATION_STATUSES)[number];

/** Who said that an installation failed. */
export const FAILURE_SOURCES = ['DEVICE', 'OPERATOR', 'SERVER'] as const;
export type FailureSource = (typeof FAILURE_SOURCES)[number];

/** What heartbeats say of a reported success. */
export const VERIFICATIONS = ['UNVERIFIED', 'CONFIRMED', 'CONTRADICTED'] as const;
export type Verification = (typeof VERIFICATIONS)[number];

/** Why an offer that no device started was withdrawn. */
export const CLOSED_REASONS = ['SUPERSEDED', 'RELEASE_PAUSED', 'RELEASE_REVOKED'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** What a reconciled installation rests on. */
export const RECONCILE_EVIDENCES = ['HEARTBEAT', 'OPERATOR_ATTESTED'] as const;
export type ReconcileEvidence = (typeof RECONCILE_EVIDENCES)[number];

/** Who caused an entry in an installation's history. */
export const INSTALLATION_EVENT_SOURCES = ['DEVICE', 'HEARTBEAT', 'OPERATOR', 'SERVER'] as const;
export type InstallationEventSource = (typeof INSTALLATION_EVENT_SOURCES)[number];

/** What a board may be let do once. */
export const MAINTENANCE_PURPOSES = ['ONE_TIME_IDENTITY_PROVISIONING'] as const;

export const GRANT_STATES = ['ISSUED', 'CONSUMED', 'EXPIRED', 'SUPERSEDED'] as const;
export type GrantState = (typeof GRANT_STATES)[number];

/**
 * What a device that asked for firmware was told. From OTHER_MODEL on: what stood in a release's way, in the order in
 * which it is asked of each.
 */
export const OFFER_REASONS = [
  'OFFERED',
  'IN_PROGRESS',
  'FINISHING',
  'DEVICE_STATUS',
  'HARDWARE_MISMATCH',
  'NO_RELEASE',
  'OTHER_MODEL',
  'CHANNEL_NOT_ALLOWED',
  'KEYS_REVOKED',
  'UP_TO_DATE',
  'SECURITY_VERSION_TOO_LOW',
  'MIN_FROM_VERSION',
  'MIN_APP_VERSION',
  'AWAITING_CONFIRMATION',
  'ROLLED_BACK_HERE',
  'FAILED_FOR_GOOD',
  'ATTEMPTS_USED_UP',
  'RETRY_LATER',
  'NOT_IN_STAGE',
  'PAUSED',
  'DOWNLOADS_BUSY',
] as const;
export type OfferReason = (typeof OFFER_REASONS)[number];
