/**
 * The specification's enumerations: values used by all layers, with their meaning for users of the API. Imports
 * nothing.
 */

/** The declaration of an enumeration. */
export interface Enumeration {
  /** The name in the specification and in GraphQL. */
  readonly name: string;
  readonly description: string;
  /** The meaning of each value. */
  readonly values: Readonly<Record<string, string>>;
  /** The names in GraphQL of values that are no names there, or are fields: `7d` is LAST_7_DAYS, `soldAt` is SOLD_AT. */
  readonly names: Readonly<Record<string, string>>;
  /** Of an open enumeration: the values but OTHER. */
  readonly known?: readonly string[];
}

const declared = new Map<string, Enumeration>();

/**
 * Declares an enumeration.
 * @param values each value with its meaning
 * @param names in GraphQL, of values that have another one there
 * @returns the values, in the order of their declaration
 */
export function enumeration<const Values extends Readonly<Record<string, string>>>(
  name: string,
  description: string,
  values: Values,
  names: Readonly<Record<string, string>> = {},
): readonly (keyof Values & string)[] {
  declared.set(name, { name, description, values, names });
  return Object.keys(values);
}

/** The value of an open enumeration for what is stored and none of the others. */
export const OTHER = 'OTHER';

/**
 * Declares an enumeration of what this version knows, of values that rows of other versions may have too. GraphQL shows such a value as
 * OTHER, and filters by it so; REST shows it as it is stored.
 */
export function openEnumeration(
  name: string,
  description: string,
  values: Readonly<Record<string, string>>,
): readonly string[] {
  const other = { [OTHER]: 'Any other, which another version of the service wrote.' };
  declared.set(name, { name, description, values: { ...values, ...other }, names: {}, known: Object.keys(values) });
  return Object.keys({ ...values, ...other });
}

/** The values of an open enumeration but OTHER; undefined for any other enumeration. */
export function knownValues(name = ''): readonly string[] | undefined {
  return declared.get(name)?.known;
}

/** Every declared enumeration. */
export function enumerations(): Iterable<Enumeration> {
  return declared.values();
}

/** A name as GraphQL writes values of enumerations: `soldAt` is SOLD_AT, `customer.fullName` is CUSTOMER_FULL_NAME. */
export function constantName(name: string): string {
  return name
    .replace(/([a-z][0-9]*)(?=[A-Z])/g, '$1_')
    .replace('.', '_')
    .toUpperCase();
}

/** The same as the member of an input: AUDIT_ENTRIES is `auditEntries`. */
export function memberName(constant: string): string {
  return constant.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of a value of an enumeration in GraphQL: that of the specification, which REST takes, unless it is declared. */
export function graphqlName(enumeration: string, value: string): string {
  return declared.get(enumeration)?.names[value] ?? value;
}

/** Finds the declaration of an enumeration by name; undefined if there is none. */
export function enumerationOf(name: string): Enumeration | undefined {
  return declared.get(name);
}

export const ADMIN_ROLES = enumeration('AdminRole', 'What an admin may do: each operation names the roles it allows.', {
  SUPER_ADMIN: 'Manages the team and may do almost everything, including what cannot be undone.',
  ADMIN: 'Runs the business: customers, devices, sales, preorders, firmware and settings, but not the team.',
  OPERATIONS: 'Plans and provisions batches, and issues provisioning envelopes.',
  SALES: 'Works with customers, sales and preorders.',
  SUPPORT:
    'Helps customers: changes device statuses, resets claims, transfers devices; personal data and free texts in the audit log are masked.',
  FIRMWARE_MANAGER: 'Uploads firmware, leads rollouts and repairs installations.',
  VIEWER: 'Has read access only; personal data and free texts in the audit log are masked.',
});
export type AdminRole = (typeof ADMIN_ROLES)[number];

export const ANONYMIZATION_REASONS = enumeration(
  'AnonymizationReason',
  'Why a customer is anonymized: a choice, because a text could name the person again.',
  {
    CUSTOMER_REQUEST: 'The person asked for it.',
    NO_LONGER_NEEDED: 'The data is no longer needed for what it was collected for.',
    ENTERED_BY_MISTAKE: 'The record should not have been made.',
  },
);

export const SEARCH_KINDS = enumeration('SearchKind', 'The kinds of records that `search` finds.', {
  CUSTOMER: 'A customer, by name, e-mail address, phone number, company or Telegram user name.',
  DEVICE: 'A device, by serial.',
  SALE: 'A sale, by number; the customer and the device are hits of their own.',
  PREORDER: 'A preorder, by number, name, e-mail address or phone number.',
  BATCH: 'A batch, by code, model, hardware revision, source or notes.',
  RELEASE: 'A release, by version.',
  ADMIN: 'A member of the team, by name or e-mail address.',
});
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const ADMIN_STATUSES = enumeration('AdminStatus', 'Whether an admin may sign in.', {
  ACTIVE: 'May sign in.',
  SUSPENDED: 'May not sign in for now; the password stays valid.',
  DISABLED: 'May not sign in; reactivation issues a new one-time password.',
});
export type AdminStatus = (typeof ADMIN_STATUSES)[number];

export const DEVICE_STATUSES = enumeration('DeviceStatus', 'The stage of a device, from production to retirement.', {
  INVENTORY: 'In stock without a usable identity: it waits for a new secret before it can be sold.',
  READY: 'Provisioned and ready to be sold or claimed.',
  SOLD: 'Sold, and not claimed by its customer yet.',
  CLAIMED: 'Claimed by its owner through the app, with no heartbeat since.',
  ACTIVE: 'Claimed, and has sent a heartbeat since.',
  RETURNED: 'Came back from its customer: no owner, no pairings, no valid claim code.',
  SUSPENDED: 'Blocked for now: it may send heartbeats, but cannot be claimed and gets no firmware.',
  REVOKED: 'No longer trusted: its secret, pairings and claim code are invalid.',
  REPAIR: 'In repair: it gets only firmware that targets it.',
  RETIRED: 'Out of use for good; final.',
});
export type DeviceStatus = (typeof DEVICE_STATUSES)[number];

export const BATCH_STATUSES = enumeration('BatchStatus', 'The stage of a batch, from plan to archive.', {
  DRAFT: 'A plan that can be edited or deleted.',
  READY: 'A final plan: only its notes can be edited.',
  PROVISIONING: 'Its devices are being created.',
  COMPLETED: 'Its devices exist.',
  ARCHIVED: 'Hidden from lists unless they ask for it; its devices are unchanged.',
  CANCELLED: 'Abandoned; it will not be provisioned.',
});
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const FIRMWARE_CHANNELS = enumeration(
  'FirmwareChannel',
  'The audience of a release; a device gets releases of its own channel and wider ones.',
  {
    INTERNAL: 'Only the device that the release names.',
    BETA: 'Devices on the BETA channel.',
    STABLE: 'All devices.',
  },
);
export type FirmwareChannel = (typeof FIRMWARE_CHANNELS)[number];

export const LOCALES = enumeration(
  'Locale',
  'A language of the preorder site, of messages to customers and of screens.',
  {
    uz: 'Uzbek.',
    en: 'English.',
    ru: 'Russian.',
  },
);
export type Locale = (typeof LOCALES)[number];

export const OTA_SLOTS = enumeration('OtaSlot', 'The flash partition that a device’s firmware runs from.', {
  ota_0: 'The first partition.',
  ota_1: 'The second partition.',
});
export type OtaSlot = (typeof OTA_SLOTS)[number];

/** States of a claim code. EXPIRED is derived from the clock and never stored. */
export const CLAIM_CODE_STATUSES = enumeration('ClaimCodeStatus', 'Whether a claim code can claim its device.', {
  AVAILABLE: 'Can claim the device.',
  CLAIMED: 'Has claimed the device.',
  EXPIRED: 'Expired before it was used.',
  VOID: 'Invalid: replaced by another code, or withdrawn with the device.',
});
export type ClaimCodeStatus = (typeof CLAIM_CODE_STATUSES)[number];

export const SECRET_STATES = enumeration('SecretState', 'Whether a device secret proves its device.', {
  PENDING: 'Issued; becomes ACTIVE on its first valid proof.',
  ACTIVE: 'Proves the device.',
  RETIRED: 'No longer proves the device.',
});
export type SecretState = (typeof SECRET_STATES)[number];

export const ACTOR_TYPES = enumeration('ActorType', 'The kind of caller that an audit entry names.', {
  ADMIN: 'A signed-in admin.',
  DEVICE: 'A device, by its proof.',
  INSTALLATION: 'A paired companion app, by its credential.',
  PUBLIC: 'An anonymous caller, such as a visitor of the preorder site.',
  SYSTEM: 'The service itself, or an operator on its command line.',
});
export type ActorType = (typeof ACTOR_TYPES)[number];

export const TRANSPORTS = enumeration('Transport', 'How a call reached the service.', {
  REST: 'The REST API.',
  GRAPHQL: 'The GraphQL API.',
  SYSTEM: 'The service itself, such as a background job.',
  CLI: 'The command line on the server.',
});
export type Transport = (typeof TRANSPORTS)[number];
/** The transports reachable over the network. */
export type HttpTransport = Extract<Transport, 'REST' | 'GRAPHQL'>;

export const TARGET_KINDS = enumeration(
  'TargetKind',
  'The kind of a record on which an operation acts, which its audit entry names.',
  {
    Admin: 'A member of the team.',
    Session: 'A session of an admin.',
    Device: 'A device.',
    Batch: 'A batch of devices.',
    Customer: 'A customer.',
    Sale: 'A sale.',
    Preorder: 'A preorder.',
    Settings: 'The settings of the system, the business or preorders.',
    ClaimCode: 'A claim code.',
    Release: 'A firmware release.',
    Installation: 'An attempt to install a release.',
    Pairing: 'The pairing of an app with a device.',
    SavedQuestion: 'A saved question.',
    SavedView: 'A saved view of a list.',
    ServiceAccount: 'A service account.',
  },
);
export type TargetKind = (typeof TARGET_KINDS)[number];

export const PREORDER_STATUSES = enumeration('PreorderStatus', 'The stage of a preorder, from order to delivery.', {
  NEW: 'Ordered; nobody has contacted the customer.',
  CONTACTED: 'Staff have contacted the customer.',
  CONFIRMED: 'The customer has confirmed the order.',
  PAYMENT_PENDING: 'The customer has been asked to pay.',
  DEPOSIT_PAID: 'Paid as the customer chose: the deposit, or the full price.',
  READY_TO_SHIP: 'Nothing is left to collect before shipping.',
  FULFILLED: 'Delivered; final.',
  CANCELLED: 'Cancelled; final. Its quantity no longer counts towards the capacity.',
});
export type PreorderStatus = (typeof PREORDER_STATUSES)[number];

export const SALE_STATUSES = enumeration(
  'SaleStatus',
  'The state of a sale, derived from its payment and its device.',
  {
    DRAFT: 'Reserved: no operation creates it.',
    PENDING: 'Sold, and not fully paid.',
    PAID: 'Fully paid; the device is not claimed yet.',
    FULFILLED: 'Fully paid, and the customer has claimed the device.',
    CANCELLED: 'Cancelled before any payment.',
    REFUNDED: 'All of the total was refunded.',
  },
);
export type SaleStatus = (typeof SALE_STATUSES)[number];

export const PAYMENT_STATUSES = enumeration('PaymentStatus', 'How much of a sale was paid, as staff recorded it.', {
  UNPAID: 'Nothing was paid.',
  PARTIAL: 'A part was paid.',
  PAID: 'All was paid.',
  REFUNDED: 'All was refunded; only refunds lead here.',
});
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const SALES_CHANNELS = enumeration('SalesChannel', 'Where a sale was made.', {
  DIRECT: 'Directly with the company.',
  INSTAGRAM: 'On Instagram.',
  TELEGRAM: 'On Telegram.',
  WEBSITE: 'On the website.',
  RESELLER: 'Through a reseller.',
  OFFLINE: 'In a shop or at an event.',
  OTHER: 'Anywhere else.',
});
export type SalesChannel = (typeof SALES_CHANNELS)[number];

export const PRODUCT_COLORS = enumeration('ProductColor', 'A color that the product can be ordered in.', {
  BLACK: 'Black.',
  WHITE: 'White.',
  LAVENDER: 'Lavender.',
});
export type ProductColor = (typeof PRODUCT_COLORS)[number];

export const PAYMENT_METHODS = enumeration('PaymentMethod', 'How the customer of a preorder wants to pay.', {
  DEPOSIT: 'The deposit first, the rest on delivery.',
  FULL: 'The full price at once.',
});
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const DEVICE_DISPOSITIONS = enumeration('DeviceDisposition', 'The status that a refund gives to the device.', {
  RETURNED: 'The device came back: it can be provisioned and sold again.',
  REVOKED: 'The device does not come back and is no longer trusted.',
});
export type DeviceDisposition = (typeof DEVICE_DISPOSITIONS)[number];

export const REFUND_STATES = enumeration('RefundState', 'How much of a sale was refunded.', {
  NONE: 'Nothing.',
  PARTIAL: 'A part of the total.',
  FULL: 'All of the total.',
});
export type RefundState = (typeof REFUND_STATES)[number];

export const FIRMWARE_LIFECYCLES = enumeration('FirmwareLifecycle', 'The stage of a release, from upload to end.', {
  DRAFT: 'Uploaded and checked; offered to no device.',
  READY: 'Approved for a rollout that has not started.',
  ROLLING_OUT: 'Offered to the rollout percentage of matching devices.',
  PAUSED: 'No new offers; started installations continue.',
  COMPLETED: 'The rollout is finished and its percentage final; at 100 % late devices still get the release.',
  REVOKED: 'Withdrawn for good: no offers, and early installations are told to abort.',
});
export type FirmwareLifecycle = (typeof FIRMWARE_LIFECYCLES)[number];

export const RELEASE_SOURCES = enumeration('ReleaseSource', 'How a release was uploaded.', {
  PACKAGE: 'As a signed release package.',
  LEGACY: 'As an image alone, with a form that describes it.',
});
export type ReleaseSource = (typeof RELEASE_SOURCES)[number];

/** In the order of progress, ranks 0 to 7, then the three terminal ones. */
export const INSTALLATION_STATUSES = enumeration(
  'InstallationStatus',
  'The progress of an installation, as the device reported it.',
  {
    AVAILABLE: 'Offered; the device has not started.',
    QUEUED: 'The device has accepted the offer.',
    DOWNLOADING: 'The device is downloading the image.',
    VERIFYING: 'The device is checking the image.',
    TRANSFERRING: 'The image is on its way from the companion app, or from one chip to another.',
    INSTALLING: 'The device is writing the image to its flash.',
    REBOOTING: 'The device is restarting into the new firmware.',
    VALIDATING: 'The new firmware is testing itself.',
    SUCCESS: 'The device runs the release; final.',
    FAILED: 'The attempt ended without the release; final.',
    ROLLED_BACK: 'The device went back to its previous firmware; final.',
  },
);
export type InstallationStatus = (typeof INSTALLATION_STATUSES)[number];

export const FAILURE_SOURCES = enumeration('FailureSource', 'Who declared an installation failed.', {
  DEVICE: 'The device reported it.',
  OPERATOR: 'An admin interrupted it.',
  SERVER: 'The service, because reports stopped or heartbeats showed a rollback.',
});
export type FailureSource = (typeof FAILURE_SOURCES)[number];

export const FAILURE_CODES = openEnumeration(
  'FailureCode',
  'The kind of a failure. The service finds it by the reason that a device reports (`failureReason`), or by its silence.',
  {
    DOWNLOAD_NETWORK: 'The download broke off.',
    DOWNLOAD_HTTP_4XX: 'The storage refused the download.',
    SIZE_MISMATCH: 'The image has another size than its release.',
    DIGEST_MISMATCH: 'The image has another digest than its release.',
    SIGNATURE_INVALID: 'The device does not accept the signature.',
    SECURITY_VERSION_TOO_LOW: 'The device has run a release with a higher security version.',
    HARDWARE_MISMATCH: 'The release is for other hardware.',
    NO_SPACE: 'The image does not fit.',
    FLASH_WRITE: 'The flash could not be written.',
    BOOT_FAILED: 'The new firmware did not start.',
    SELF_TEST_FAILED: 'The new firmware failed its own test.',
    BATTERY_LOW: 'The battery was too low.',
    USER_CANCELLED: 'The user of the device stopped it.',
    USER_CANCELLED_BY_OPERATOR: 'An admin interrupted it.',
    UNKNOWN: 'The device gave no reason, or one that the service does not know.',
    STALLED_QUEUED: 'The device fell silent after it accepted the offer.',
    STALLED_DOWNLOADING: 'The device fell silent during the download.',
    STALLED_VERIFYING: 'The device fell silent while it checked the image.',
    STALLED_TRANSFERRING: 'The device fell silent during the transfer of the image.',
    STALLED_INSTALLING: 'The device fell silent while it wrote the image.',
    STALLED_REBOOTING: 'The device fell silent during its restart.',
    STALLED_VALIDATING: 'The device fell silent while the new firmware tested itself.',
  },
);

export const VERIFICATIONS = enumeration('Verification', 'Whether heartbeats agree with a reported success.', {
  UNVERIFIED: 'No later heartbeat has confirmed it yet.',
  CONFIRMED: 'A heartbeat shows the version of the release.',
  CONTRADICTED: 'A heartbeat or a later report shows that the release does not run.',
});
export type Verification = (typeof VERIFICATIONS)[number];

export const CLOSED_REASONS = enumeration('ClosedReason', 'Why an offer was withdrawn.', {
  SUPERSEDED: 'Another release was offered instead.',
  RELEASE_PAUSED: 'The rollout was paused.',
  RELEASE_REVOKED: 'The release was revoked.',
  DEVICE_OUT_OF_SERVICE: 'The device was taken out of service, perhaps after it had started.',
});
export type ClosedReason = (typeof CLOSED_REASONS)[number];

export const RECONCILE_EVIDENCES = enumeration('ReconcileEvidence', 'The evidence for a reconciled installation.', {
  HEARTBEAT: 'A heartbeat of the device shows the release.',
  OPERATOR_ATTESTED: 'The admin alone: the device has sent no heartbeat since the failure.',
});
export type ReconcileEvidence = (typeof RECONCILE_EVIDENCES)[number];

export const INSTALLATION_EVENT_SOURCES = enumeration(
  'InstallationEventSource',
  'Who caused an entry in an installation’s history.',
  {
    DEVICE: 'A report of the device.',
    HEARTBEAT: 'A heartbeat of the device.',
    OPERATOR: 'An admin.',
    SERVER: 'The service itself.',
  },
);
export type InstallationEventSource = (typeof INSTALLATION_EVENT_SOURCES)[number];

export const INSTALLATION_OUTCOMES = openEnumeration(
  'InstallationOutcome',
  'What a report, a heartbeat or a decision did to an installation.',
  {
    MOVED: 'It went on to another status.',
    REFRESHED: 'It stayed in its status; the report is a sign of life.',
    RESTARTED: 'The device started over.',
    REOPENED: 'A report came after the end: it is open again.',
    FOLLOWED: 'A report of another attempt at the release.',
    SUCCEEDED: 'The device reported success.',
    FAILED: 'The device reported a failure.',
    ROLLED_BACK: 'The device reported that it went back.',
    CONTRADICTED: 'A later report contradicts the success.',
    CANCEL_LOST_RACE: 'The device had succeeded before it read that it should abort.',
    DUPLICATE: 'The same report had come in before.',
    STALE: 'An older report than the last one.',
    OUT_OF_ORDER: 'A report that does not fit the order of the statuses.',
    IGNORED: 'A report that changes nothing.',
    CLOSED: 'The offer had been withdrawn.',
    OUT_OF_SERVICE: 'The device is out of service.',
    STUCK: 'The device makes no progress.',
    STALLED: 'The device fell silent for too long.',
    MATCHED: 'A heartbeat shows the version of the release.',
    VALIDATING_INFERRED: 'A heartbeat shows that the new firmware runs.',
    SUCCESS_INFERRED: 'Heartbeats show that the release runs.',
    ROLLBACK_INFERRED: 'A heartbeat shows that the device went back.',
    CONFIRMED: 'A heartbeat confirms the success.',
    INTERRUPTED: 'An admin interrupted it.',
    RECONCILED: 'An admin reconciled it.',
    RELEASE_REVOKED: 'Rejected, because the release was revoked.',
    INSTALLATION_INTERRUPTED: 'Rejected, because an admin had interrupted it.',
    INSTALLATION_TERMINAL: 'Rejected, because it had ended.',
  },
);

const DEVICE_CHANGES = {
  provisionBatch: 'Its batch was provisioned.',
  provisionDevices: 'It was provisioned without a batch that was planned.',
  updateBatch: 'Its batch was cancelled or moved on.',
  secretProved: 'It proved that it has its new secret.',
  createSale: 'It was sold.',
  updateSale: 'Its sale was changed.',
  cancelSale: 'Its sale was cancelled.',
  refundSale: 'Its sale was refunded.',
  claimDevice: 'An owner claimed it.',
  heartbeat: 'It sent its first heartbeat after the claim.',
  setDeviceStatus: 'An admin set its status.',
  resetClaim: 'An admin reset its claim.',
  transferDevice: 'An admin gave it to another owner.',
};

export const DEVICE_CAUSES = openEnumeration(
  'DeviceEventCause',
  'What changed a device: the name of an operation, or what the device did.',
  { ...DEVICE_CHANGES, backfill: 'An entry that was reconstructed later.' },
);

export const REVOCATION_CAUSES = openEnumeration(
  'PairingRevocation',
  'What ended a pairing: the name of an operation, or what the app did.',
  {
    ...DEVICE_CHANGES,
    revokePairing: 'A companion app ended it.',
    credentialReuse: 'A credential was used after it was replaced.',
  },
);

export const MAINTENANCE_PURPOSES = enumeration(
  'MaintenancePurpose',
  'What a maintenance grant allows a board to do.',
  {
    ONE_TIME_IDENTITY_PROVISIONING: 'Take the identity of one device, once.',
  },
);

export const GRANT_STATES = enumeration('GrantState', 'Whether a maintenance grant can be used.', {
  ISSUED: 'Can be used.',
  CONSUMED: 'Was used.',
  EXPIRED: 'Expired before it was used.',
  SUPERSEDED: 'Replaced by a newer grant; a board may still accept it until it expires.',
});
export type GrantState = (typeof GRANT_STATES)[number];

/**
 * From OTHER_MODEL on: the reasons why a release was not offered, in the order of the checks. The meanings are also the
 * texts of `OfferDecision.explanation`.
 */
export const CALENDAR_PERIODS = enumeration(
  'CalendarPeriod',
  'A period of the calendar, in the business time zone. Weeks begin on Monday.',
  {
    TODAY: 'The current day.',
    YESTERDAY: 'The previous day.',
    THIS_WEEK: 'The current week, all seven days of it.',
    PREVIOUS_WEEK: 'The previous week.',
    THIS_MONTH: 'The current month, all of it.',
    PREVIOUS_MONTH: 'The previous month.',
    THIS_YEAR: 'The current year, all of it.',
    PREVIOUS_YEAR: 'The previous year.',
  },
);
export type CalendarPeriod = (typeof CALENDAR_PERIODS)[number];

export const OFFER_REASONS = enumeration('OfferReason', 'Why a device was offered a release, or none.', {
  OFFERED: 'The release was offered.',
  IN_PROGRESS: 'The device has begun to install this release and goes on with it.',
  FINISHING: 'The device runs the release already and has still to report the end.',
  DEVICE_STATUS: 'A device in this status takes no part in rollouts.',
  HARDWARE_MISMATCH: 'The device names another hardware revision than the one it is registered with.',
  NO_RELEASE: 'No release for this hardware revision is rolled out.',
  OTHER_MODEL: 'The release is for another model.',
  CHANNEL_NOT_ALLOWED: 'The release is on a channel that the device may not have, or did not ask for.',
  KEYS_REVOKED: 'No key that signed the release is trusted any more.',
  UP_TO_DATE: 'The device runs the newest release that there is for it.',
  SECURITY_VERSION_TOO_LOW: 'The release has a lower security version than one that the device has run.',
  MIN_FROM_VERSION: 'The firmware of the device is too old for the release, and no other release bridges the gap.',
  MIN_APP_VERSION: 'The app is too old for the release.',
  AWAITING_CONFIRMATION: 'The device reported that it had installed the release; no heartbeat has confirmed it yet.',
  ROLLED_BACK_HERE: 'The device installed the release and rolled back: it gets the next one.',
  FAILED_FOR_GOOD: 'The release failed on this device in a way that another attempt would only repeat.',
  ATTEMPTS_USED_UP: 'The release failed on this device as often as is allowed.',
  RETRY_LATER: 'The release failed on this device and is tried again later.',
  NOT_IN_STAGE: 'The rollout has not reached the device yet.',
  PAUSED: 'The rollout is paused.',
  DOWNLOADS_BUSY: 'The limit of concurrent downloads is reached.',
});
export type OfferReason = (typeof OFFER_REASONS)[number];

export const TIME_GRAINS = enumeration('TimeGrain', 'The length of the buckets of a series, by the calendar.', {
  HOUR: 'Hours of the clock.',
  DAY: 'Days from midnight to midnight.',
  WEEK: 'Weeks from Monday.',
  MONTH: 'Months.',
  QUARTER: 'Quarters of a year.',
  YEAR: 'Years.',
});
export type TimeGrain = (typeof TIME_GRAINS)[number];

export const RANGE_PRESETS = enumeration(
  'RangePreset',
  'A range of days up to the end of the current day, unless it says otherwise. Weeks begin on Monday.',
  {
    TODAY: 'The current day.',
    YESTERDAY: 'The previous day, up to its end.',
    LAST_7_DAYS: 'The current day and the six before.',
    LAST_30_DAYS: 'The current day and the 29 before.',
    LAST_90_DAYS: 'The current day and the 89 before.',
    LAST_12_MONTHS: 'From the first day of the month that was eleven months ago.',
    THIS_WEEK: 'From Monday.',
    PREVIOUS_WEEK: 'The previous week, up to its end.',
    THIS_MONTH: 'From the first day of the month.',
    PREVIOUS_MONTH: 'The previous month, up to its end.',
    THIS_QUARTER: 'From the first day of the quarter.',
    PREVIOUS_QUARTER: 'The previous quarter, up to its end.',
    THIS_YEAR: 'From the first of January.',
    PREVIOUS_YEAR: 'The previous year, up to its end.',
  },
);
export type RangePreset = (typeof RANGE_PRESETS)[number];

export const SALES_RANGES = enumeration(
  'SalesRange',
  'The range of a sales report: whole business days up to the present one, but for CUSTOM.',
  {
    today: 'The current day.',
    '7d': 'The current day and the six before.',
    '30d': 'The current day and the 29 before.',
    '90d': 'The current day and the 89 before.',
    year: 'From the day after this date of last year.',
    custom: 'From `from` to `to`.',
  },
  { today: 'TODAY', '7d': 'LAST_7_DAYS', '30d': 'LAST_30_DAYS', '90d': 'LAST_90_DAYS', year: 'YEAR', custom: 'CUSTOM' },
);
export type SalesRange = (typeof SALES_RANGES)[number];

export const COMPARISONS = enumeration('CompareTo', 'The range to compare with.', {
  PREVIOUS_PERIOD:
    'The preceding range of the same length, in months for whole months and otherwise in days. A preset is compared with the same of the period before: THIS_MONTH with the same days of the previous month, LAST_12_MONTHS with the same days twelve months before.',
  PREVIOUS_YEAR: 'The same days of the previous year; with weeks as grain, the same days of the weeks 52 weeks before.',
});
export type Comparison = (typeof COMPARISONS)[number];

export const FILL_MODES = enumeration('FillMode', 'How to return buckets without records.', {
  ZERO: 'Returns a row for every combination of dimensions, in which sums are 0 and means are null.',
  NONE: 'Leaves them out, and every row that has nothing of what its metrics count.',
});
export type FillMode = (typeof FILL_MODES)[number];

export const DURATIONS = enumeration('DurationUnit', 'The unit of the time between two times.', {
  MINUTES: 'Minutes.',
  HOURS: 'Hours.',
  DAYS: 'Days of 24 hours.',
});
export type DurationUnit = (typeof DURATIONS)[number];

export const PARTS_OF_TIME = enumeration('TimePart', 'A part of a time, in the time zone of the question.', {
  HOUR: 'The hour of the day, from 0 to 23.',
  WEEKDAY: 'The day of the week, from 1 for Monday to 7 for Sunday.',
  DAY: 'The day: `2026-11-21`.',
  WEEK: 'The week from Monday: `2026-W47`.',
  MONTH: 'The month: `2026-11`.',
  QUARTER: 'The quarter: `2026-Q4`.',
  YEAR: 'The year: `2026`.',
});
export type TimePart = (typeof PARTS_OF_TIME)[number];

export const RELATIONS = enumeration('RelativeTo', 'What the bounds of a condition on a metric are multiples of.', {
  TOTAL: 'What the metric is of everything that matches the filter: `totals`.',
  AVERAGE: 'The mean of the metric over the rows of the answer.',
});

export const COLUMN_KINDS = enumeration('AnalyticsColumnKind', 'The kind of a column of an answer.', {
  TIME: 'The bucket.',
  DIMENSION: 'A dimension, by which the rows were grouped.',
  METRIC: 'A metric.',
  PREVIOUS: 'A metric of the comparison range.',
  CHANGE: 'How much a metric changed, as a share of its previous value: 0.1 is 10% more.',
  CUMULATIVE: 'A metric, summed from the first bucket up to the row’s.',
});
export type ColumnKind = (typeof COLUMN_KINDS)[number];

export const COLUMN_TYPES = enumeration('AnalyticsColumnType', 'The type of the values of a column.', {
  DATETIME: 'A time.',
  TEXT: 'A text.',
  ENUM: 'A value of an enumeration.',
  ID: 'The id of a record; the label is its display name.',
  BOOLEAN: '`true` or `false`.',
  INTEGER: 'A whole number.',
  MONEY: 'An amount in whole units of the currency.',
  RATIO: 'A share: 0.25 is 25%.',
  NUMBER: 'A number with a fraction, in the unit of the column.',
});
export type ColumnType = (typeof COLUMN_TYPES)[number];

export const DATA_SETS = enumeration('DataSet', 'The data sets that analysts can query.', {
  SALES: 'Sales by the time they were sold: `salesMetrics`.',
  REFUNDS: 'Refunds by the time they were made: `refundMetrics`.',
  PREORDERS: 'Preorders by the time they were placed, and visits of their page: `preorderMetrics`.',
  CUSTOMERS: 'Customers by the time they were created: `customerMetrics`.',
  DEVICES: 'Devices as they are now: `deviceMetrics`.',
  INSTALLATIONS: 'Attempts to install a release: `installationMetrics`.',
  FLEET_DAYS: 'Daily summaries of devices: `fleetDayMetrics`.',
  HEARTBEATS: 'Heartbeats of a few days: `heartbeatMetrics`.',
  AUDIT_ENTRIES: 'The entries of the audit log: `auditEntryMetrics`.',
  DEVICE_EVENTS: 'The changes of devices: `deviceEventMetrics`.',
  PAIRINGS: 'The pairings of companion apps: `pairingMetrics`.',
  CLAIM_CODES: 'The codes that claim devices: `claimCodeMetrics`.',
  PREORDER_EVENTS: 'The histories of preorders: `preorderEventMetrics`.',
});
export type DataSetName = (typeof DATA_SETS)[number];

export const VIEWED_LISTS = enumeration('ViewedList', 'The lists of which admins save views.', {
  AUDIT_ENTRIES: 'The audit log: `auditEntries`.',
  BATCHES: 'Production runs of devices: `batches`.',
  CLAIM_CODES: 'Codes on labels: `claimCodes`.',
  CUSTOMERS: 'Customers: `customers`.',
  DEVICE_EVENTS: 'The history of all devices: `deviceEvents`.',
  DEVICES: 'Devices: `devices`.',
  INSTALLATIONS: 'Attempts to install a release: `installations`.',
  PREORDERS: 'Preorders: `preorders`.',
  REFUNDS: 'Refunds: `refunds`.',
  RELEASES: 'Firmware releases: `releases`.',
  SALES: 'Sales: `sales`.',
  SERVICE_ACCOUNTS: 'Tokens of scripts: `serviceAccounts`.',
  TEAM: 'Admins: `team`.',
});
export type ViewedList = (typeof VIEWED_LISTS)[number];

export const THEMES = enumeration('Theme', 'The colors of screens.', {
  SYSTEM: 'Those of the operating system.',
  LIGHT: 'Dark on light.',
  DARK: 'Light on dark.',
});
export type Theme = (typeof THEMES)[number];

export const DENSITIES = enumeration('Density', 'The height of the rows of lists.', {
  COMFORTABLE: 'Space around each row.',
  COMPACT: 'As many rows as can be read.',
});
export type Density = (typeof DENSITIES)[number];

export const HEALTH_STATUSES = enumeration('HealthStatus', 'Whether the service works as a whole.', {
  ok: 'Everything that the service depends on works.',
  degraded: 'Something that the service depends on does not work; `checks` says what.',
});

export const DIRECTIVES = enumeration('Directive', 'What a device must do with an installation.', {
  CONTINUE: 'Go on with the installation.',
  ABORT: 'Stop, and delete what was downloaded.',
  NONE: 'There is nothing to do.',
});
export type Directive = (typeof DIRECTIVES)[number];

export const CODE_STATUSES = enumeration('CodeStatus', 'The state of a claim code, as far as it is public.', {
  AVAILABLE: 'A device can be claimed with it.',
  CLAIMED: 'A device was claimed with it.',
  EXPIRED: 'It can no longer be used.',
  UNKNOWN: 'There is no such code, or another has replaced it.',
});
export type CodeStatus = (typeof CODE_STATUSES)[number];
