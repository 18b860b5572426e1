import { DEVICE_STATUSES } from '../enums.ts';
import { answer, bigInteger, id, oneOf, text, time, type View } from '../record.ts';

export const PackageDeviceRecord = answer(
  'PackageDevice',
  'A device that an INTERNAL release may be meant for, with what it runs.',
  {
    id: id('The id.'),
    serial: text('The serial of the device.').code().filter().sort().search(),
    model: text('The model of the device.').typed().filter().sort().search(),
    hardwareRevision: text('The hardware revision of the device.'),
    status: oneOf('DeviceStatus', DEVICE_STATUSES, 'The status of the device.').filter().sort(),
    firmwareVersion: text('The firmware version of the latest heartbeat; null before the first one.')
      .nullable()
      .filter()
      .sort(),
    firmwareBuildNumber: bigInteger('The build number of the latest heartbeat; null when it has none.')
      .nullable()
      .filter()
      .sort(),
    lastSeenAt: time('When the latest heartbeat was received; null before the first one.').nullable().filter().sort(),
  },
);

export type PackageDeviceView = View<typeof PackageDeviceRecord>;
