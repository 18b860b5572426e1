import { BATCH_STATUSES, CLAIM_CODE_STATUSES, DEVICE_STATUSES } from '../enums.ts';
import { answer, integer, part, parts, text, time, type View } from '../record.ts';
import { BY_STATUS, statusCount } from './status-count.ts';

export const DeviceStatusCountRecord = statusCount('DeviceStatus', DEVICE_STATUSES, 'devices');

export const HardwareRevisionCountRecord = answer('HardwareRevisionCount', 'The devices of one hardware revision.', {
  hardwareRevision: text('The hardware revision.'),
  devices: integer('All devices of it.'),
  online: integer('Those that are online.'),
  active: integer('Those with a heartbeat within `activeThresholdDays`.'),
});

export const FirmwareVersionCountRecord = answer('FirmwareVersionCount', 'The devices that run one firmware version.', {
  firmwareVersion: text('The firmware version.'),
  devices: integer('All devices that run it.'),
  online: integer('Those that are online.'),
});

const DeviceAnalyticsRecord = answer('DeviceAnalytics', 'Every device is online, offline or was never seen.', {
  total: integer('All devices, retired ones too.'),
  online: integer('With a heartbeat within `onlineThresholdMinutes` that was no `shutdown`.'),
  offline: integer('Devices with a heartbeat that are not online.'),
  neverSeen: integer('Devices without any heartbeat.'),
  active: integer('With a heartbeat within `activeThresholdDays`.'),
  byStatus: parts(DeviceStatusCountRecord, BY_STATUS),
  byHardwareRevision: parts(HardwareRevisionCountRecord, 'At most 100, most devices first.'),
  byFirmwareVersion: parts(FirmwareVersionCountRecord, 'By the latest heartbeat. At most 100, most devices first.'),
});

const BatchAnalyticsRecord = answer('BatchAnalytics', 'Counts of batches.', {
  total: integer('All batches.'),
  byStatus: parts(statusCount('BatchStatus', BATCH_STATUSES, 'batches'), BY_STATUS),
});

const ClaimCodeAnalyticsRecord = answer('ClaimCodeAnalytics', 'Counts of claim codes.', {
  total: integer('All claim codes.'),
  byStatus: parts(statusCount('ClaimCodeStatus', CLAIM_CODE_STATUSES, 'claim codes'), BY_STATUS),
});

export const OperationsAnalyticsRecord = answer(
  'OperationsAnalytics',
  'Devices, batches and claim codes as they are now.',
  {
    generatedAt: time('When the figures were read; none of them is older.'),
    onlineThresholdMinutes: integer(
      'Minutes since its last heartbeat for which a device counts as online, from the business settings.',
    ),
    activeThresholdDays: integer(
      'Days since its last heartbeat for which a device counts as active, from the business settings.',
    ),
    devices: part(DeviceAnalyticsRecord, 'The devices.'),
    batches: part(BatchAnalyticsRecord, 'The batches.'),
    claimCodes: part(ClaimCodeAnalyticsRecord, 'The claim codes.'),
  },
);

export type OperationsAnalyticsView = View<typeof OperationsAnalyticsRecord>;
