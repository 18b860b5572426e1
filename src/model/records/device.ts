import { latest, many, one } from '../edge.ts';
import { BATCH_STATUSES, DEVICE_CAUSES, DEVICE_STATUSES, FIRMWARE_CHANNELS, OTA_SLOTS } from '../enums.ts';
import {
  answer,
  beside,
  bigInteger,
  boolean,
  id,
  integer,
  number,
  oneOf,
  part,
  parts,
  record,
  revision,
  type Stored,
  shown,
  text,
  texts,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';
import { DeviceClaimCodeRecord } from './claim-code.ts';

/** The latest heartbeat of a device. */
export const PresenceRecord = record('Presence', 'The latest heartbeat of a device.', {
  online: boolean(
    'Seen within the `onlineThresholdMinutes` of the settings, and its last status was not `shutdown`.',
  ).filter(),
  lastSeenAt: time('When the latest heartbeat came in.').filter().sort(),
  firmwareVersion: text('The firmware version that the device runs.').nullable().filter().sort(),
  firmwareBuildNumber: bigInteger('Its build number; null when the device did not report one.')
    .nullable()
    .filter()
    .sort(),
  otaSlot: oneOf('OtaSlot', OTA_SLOTS, 'The flash partition that the device booted from.').nullable(),
  appVersion: text('The version of the companion app, as the device reported it.').nullable().filter(),
  uptime: bigInteger('Seconds since the device started.').nullable(),
  wifiRssi: integer('The strength of the Wi-Fi signal, in dBm.').nullable(),
  freeHeap: bigInteger('Free memory, in bytes.').nullable(),
  temperature: number('Degrees Celsius.').nullable(),
  status: text('The state of the device, as it reported it: `healthy` unless it reported another.').nullable(),
});

const { status: reportedStatus, lastSeenAt, ...reported } = PresenceRecord.fields;

/** A device with its batch and its latest heartbeat. */
export const DeviceRecord = record(
  'Device',
  'A device, created with its batch.',
  {
    id: id('The id.').readBy('getDevice'),
    serial: text('The serial on the label, unique.').code().filter().sort().search().dimension(),
    status: oneOf('DeviceStatus', DEVICE_STATUSES, 'The stage of the device, from production to retirement.')
      .filter()
      .sort()
      .dimension(),
    previousStatus: oneOf(
      'DeviceStatus',
      DEVICE_STATUSES,
      'The status that a SUSPENDED device, or one in REPAIR, had before.',
    ).nullable(),
    model: text('The product model, from its batch.').typed().filter().sort().search().dimension(),
    hardwareRevision: text('The hardware revision; only releases for it are offered.').filter().sort().dimension(),
    batchId: id('The id of its batch.').filter().nested('batch.id'),
    batchCode: text('The code of its batch.').typed().filter().sort().search().nested('batch.code').dimension(),
    // Every role that reads devices has it here; not all of them may read batches.
    batchStatus: oneOf('BatchStatus', BATCH_STATUSES, 'The stage of its batch, from plan to archive.').nested(
      'batch.status',
    ),
    batchOrdinal: integer('').internal(),
    ownerId: id('The customer who bought or claimed it; null while nobody has.').nullable().filter(),
    firmwareChannel: oneOf(
      'FirmwareChannel',
      FIRMWARE_CHANNELS,
      'The highest channel it is offered; null: the default of the settings.',
    )
      .nullable()
      .filter()
      .dimension(),
    pairingEpoch: integer('Increases when the ownership ends: pairings of an earlier epoch are void.'),
    claimedAt: time('When its owner claimed it; null while it is not claimed.').nullable().filter().sort().dimension(),
    activatedAt: time('When its first heartbeat after the claim came in.').nullable().filter().sort().dimension(),
    revision: revision(),
    createdAt: time('When the device was created.').filter().sort().dimension(),
    updatedAt: time('When the device was last changed; heartbeats do not count.').filter().sort(),
    // This and the following fields except `online` are null before the first heartbeat.
    lastSeenAt: lastSeenAt.nullable().nested('presence.lastSeenAt').dimension(),
    online: reported.online.nested('presence.online').dimension(),
    firmwareVersion: reported.firmwareVersion.nested('presence.firmwareVersion').dimension(),
    firmwareBuildNumber: reported.firmwareBuildNumber.nested('presence.firmwareBuildNumber'),
    otaSlot: reported.otaSlot.nested('presence.otaSlot').dimension(),
    appVersion: reported.appVersion.nested('presence.appVersion').dimension(),
    uptime: reported.uptime.nested('presence.uptime'),
    wifiRssi: reported.wifiRssi.nested('presence.wifiRssi'),
    freeHeap: reported.freeHeap.nested('presence.freeHeap'),
    temperature: reported.temperature.nested('presence.temperature'),
    reportedStatus: reportedStatus.nested('presence.status'),
    presence: part(PresenceRecord, 'The latest heartbeat; null before the first.').nullable(),
  },
  {
    batch: one('Batch', 'batchId', 'The batch that the device was created with.').needs('getBatch'),
    owner: one('Customer', 'ownerId', 'The customer who owns the device; null when nobody does.').needs('getCustomer'),
    activeSale: latest('Sale', 'deviceId', 'The live sale of the device.').needs('getSale'),
    claimCode: latest('DeviceClaimCode', 'deviceId', 'The current code, masked.').needs('listClaimCodes'),
    events: many('DeviceEvent', 'deviceId', 'The history, newest first.')
      .by('at', 'DESC')
      .open('getDevice shows them to the same roles'),
    installations: many('Installation', 'deviceId', 'The newest first.').open(
      'what the device did; the releases behind them are guarded',
    ),
    offerDecision: latest(
      'OfferDecision',
      'deviceId',
      'The answer to its latest firmware request; null before the first.',
    )
      .by('at', 'DESC')
      .open('what the device was told'),
    pairings: many('Pairing', 'deviceId', 'The newest pairings, ended ones too.').needs('getDevice'),
    days: many('DeviceDay', 'deviceId', 'Daily summaries of the device’s heartbeats, the latest day first.')
      .by('startsAt', 'DESC')
      .open('getDevice shows the latest heartbeat to the same roles'),
    maintenanceGrants: many('MaintenanceGrant', 'deviceId', 'The newest grants.')
      .by('issuedAt', 'DESC')
      .needs('getDevice'),
  },
);

export type StoredDevice = Stored<typeof DeviceRecord>;

/** Owners are ids in the view, and edges of their own: not every role that reads devices may read customers. */
export const DeviceEventRecord = record(
  'DeviceEvent',
  'A change of a device, in its history.',
  {
    id: id('The id.').readBy('getDevice'),
    deviceId: id('The id of the device.').filter().nested('device.id'),
    at: time('When it happened.').filter().sort().dimension(),
    cause: oneOf(
      'DeviceEventCause',
      DEVICE_CAUSES,
      'The operation that caused it, `heartbeat`, `secretProved`, or `backfill` for an entry that was reconstructed later.',
    ).dimension(),
    fromStatus: oneOf('DeviceStatus', DEVICE_STATUSES, 'The status before; null when the device was created.')
      .nullable()
      .dimension(),
    toStatus: oneOf(
      'DeviceStatus',
      DEVICE_STATUSES,
      'The status after; the same as before when only the owner changed.',
    ).dimension(),
    fromOwnerId: id('The owner before.').nullable(),
    toOwnerId: id('The owner after.').nullable(),
    reason: text('The reason, as the admin gave it.', 3).lines().nullable().input(),
    actorId: id('The admin who caused it; null when no admin did.').nullable(),
  },
  {
    device: one('Device', 'deviceId', 'The device that changed.').needs('getDevice'),
    fromOwner: one('Customer', 'fromOwnerId', 'The owner before.').needs('getCustomer'),
    toOwner: one('Customer', 'toOwnerId', 'The owner after.').needs('getCustomer'),
    actor: adminBy('actorId', 'The admin who caused it; null when no admin did.'),
  },
);

export type StoredDeviceEvent = Stored<typeof DeviceEventRecord>;

export type DeviceEventView = View<typeof DeviceEventRecord>;

export const IssuedEnvelopeRecord = answer(
  'IssuedEnvelope',
  'A new device secret, sealed for one provisioning station.',
  {
    envelopeId: id('The id of the envelope, which the audit log names.'),
    envelope: text('The envelope as a compact JWE that only the recipient can open; no other response shows it.'),
    secretVersion: integer('The version of the sealed secret; each envelope of a device has a higher one.'),
    recipientFingerprint: text('SHA-256 of the recipient’s public key, hexadecimal.'),
    issuedAt: time('When the envelope was issued.'),
    expiresAt: time('Until when the station should use the envelope.'),
  },
);

/** A row of the history, which has no key of its own. */
export const HeartbeatRecord = record(
  'Heartbeat',
  'A heartbeat of a device, in its history.',
  {
    id: id('Derived from the content and the time of the heartbeat: the same heartbeat always has the same id.'),
    deviceId: id('The id of the device.'),
    receivedAt: time('When the service received it.').sort().dimension(),
    signedMs: bigInteger('The device’s clock, Unix milliseconds, as it signed it.'),
    firmwareVersion: text('The firmware version that the device ran.').filter().dimension(),
    firmwareBuildNumber: bigInteger('Its build number; null when the device did not report one.').nullable().filter(),
    hardwareRevision: text('The hardware revision, as the device reported it.').nullable().dimension(),
    otaSlot: oneOf('OtaSlot', OTA_SLOTS, 'The flash partition that the device booted from.')
      .nullable()
      .filter()
      .dimension(),
    appVersion: text('The version of the companion app, as the device reported it.').filter().dimension(),
    uptime: bigInteger('Seconds since the device started.').filter(),
    wifiRssi: integer('The strength of the Wi-Fi signal, in dBm.').nullable().filter(),
    freeHeap: bigInteger('Free memory, in bytes.').nullable().filter(),
    temperature: number('Degrees Celsius.').nullable(),
    status: text('The state of the device, as it reported it: `healthy` unless it reported another.')
      .filter()
      .dimension(),
  },
  {
    device: one('Device', 'deviceId', 'The device that sent it.').needs('getDevice'),
  },
);

export type HeartbeatView = View<typeof HeartbeatRecord>;

/**
 * A row for each device and day: written once, when the day is over, and kept longer than the heartbeats. A device that was
 * ACTIVE at the end of the day has one even without a heartbeat, so that shares of a fleet's time are correct.
 */
export const DeviceDayRecord = record(
  'DeviceDay',
  'A summary of a device’s heartbeats in one day of the business time zone.',
  {
    id: id('Derived from the device and the day.'),
    deviceId: id('The id of the device.').filter().nested('device.id'),
    startsAt: time('When the day began.').filter().sort().dimension(),
    day: text('The day: `2026-11-21`.'),
    daySeconds: integer(
      'The length of the day, in seconds; shorter when the data begins within it, different when clocks changed.',
    ),
    model: text('The product model of the device.').typed().filter().dimension(),
    hardwareRevision: text('The hardware revision of the device.').filter().dimension(),
    batchCode: text('The code of its batch.').typed().filter().dimension(),
    status: oneOf('DeviceStatus', DEVICE_STATUSES, 'The status of the device at the end of the day.')
      .nullable()
      .filter()
      .dimension(),
    heartbeats: integer('How many heartbeats came in.').filter().sort(),
    heardSeconds: integer(
      'How long the device was online, in seconds: each heartbeat counts until the device would go offline.',
    )
      .filter()
      .sort(),
    expectedSeconds: integer(
      'How long it should have been online, in seconds: the day from its activation on; 0 if it was not ACTIVE.',
    )
      .filter()
      .sort(),
    restarts: integer('How often it started, as its uptime shows.').filter().sort(),
    firmwareVersion: text('The firmware version in the latest heartbeat until the end of the day.')
      .nullable()
      .filter()
      .dimension(),
    firmwareBuildNumber: bigInteger('Its build number; null when the device did not report one.').nullable().filter(),
    lowestFreeHeap: bigInteger('The least free memory that it reported, in bytes.').nullable().filter().sort(),
    averageRssi: number('The mean strength of the Wi-Fi signal, in dBm.').nullable(),
    lowestRssi: integer('The weakest Wi-Fi signal, in dBm.').nullable().filter().sort(),
    averageTemperature: number('The mean temperature, in degrees Celsius.').nullable(),
    highestTemperature: number('The highest temperature, in degrees Celsius.').nullable(),
  },
  {
    device: one('Device', 'deviceId', 'The device.').needs('getDevice'),
  },
);

export type StoredDeviceDay = Stored<typeof DeviceDayRecord>;

/** The view of a device, with the code of its batch. */
export const ShownDeviceRecord = shown(DeviceRecord, 'Device', DeviceRecord.description, {
  batch: part(
    answer('DeviceBatch', 'The batch of a device.', {
      id: id('The id of the batch.'),
      code: text('The code of the batch.'),
      status: oneOf('BatchStatus', BATCH_STATUSES, 'The stage of the batch.'),
    }),
    'The batch that the device was created with.',
  ),
});

export const DeviceDetailRecord = shown(
  ShownDeviceRecord,
  'DeviceDetail',
  'One device with its claim code and its latest history.',
  {
    claimCode: part(DeviceClaimCodeRecord, 'The current claim code, masked; null when there is none.').nullable(),
    events: parts(DeviceEventRecord, 'The latest history, newest first.'),
  },
);

export const DeviceWithCodeRecord = beside(
  ShownDeviceRecord,
  'DeviceWithCode',
  'A device whose claim was reset, with its new claim code.',
  {
    claimCode: text('The new claim code; no other response shows it.'),
    expiresAt: time('When the code stops working; null: never.').nullable(),
  },
);

export const HeartbeatReceiptRecord = answer('HeartbeatReceipt', 'The answer to a heartbeat.', {
  accepted: boolean('Always true: the heartbeat is stored.'),
  receivedAt: time('When the service received it.'),
  serverTime: time('The clock of the service, by which the device can set its own.'),
  device: part(
    answer('HeartbeatDevice', 'The device, as the service knows it.', {
      status: oneOf('DeviceStatus', DEVICE_STATUSES, 'The status of the device after the heartbeat.'),
    }),
    'The device.',
  ),
  pairing: part(
    answer('HeartbeatPairing', 'Which credentials of companion apps the device still has to accept.', {
      epoch: integer('The pairing epoch: the device refuses credentials of an earlier one.'),
      revokedJti: texts('The `jti` of credentials of this epoch that were revoked.'),
    }),
    'The pairings of the device.',
  ),
});
