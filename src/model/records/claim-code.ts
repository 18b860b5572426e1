import { one } from '../edge.ts';
import { CLAIM_CODE_STATUSES } from '../enums.ts';
import { id, oneOf, record, text, time, type View } from '../record.ts';

export const ClaimCodeRecord = record(
  'ClaimCode',
  'The code on a label that claims its device for an owner.',
  {
    id: id('The id.').readBy('listClaimCodes'),
    deviceId: id('The device that the code claims.').filter(),
    serial: text('The serial of the device.').code().filter().sort(),
    lastFour: text('The last four characters, the only part of the code that is ever shown again.'),
    maskedCode: text('The code as the label prints it, masked except for its end: `******-******-******-**1234`.'),
    status: oneOf('ClaimCodeStatus', CLAIM_CODE_STATUSES, 'The state of the code; EXPIRED once `expiresAt` has passed.')
      .filter()
      .sort()
      .dimension(),
    expiresAt: time('When the code stops working; null: never.').nullable().filter().sort().dimension(),
    claimedAt: time('When the device was claimed with it; null while it was not.')
      .nullable()
      .filter()
      .sort()
      .dimension(),
    createdAt: time('When the code was created.').filter().sort().dimension(),
  },
  {
    device: one('Device', 'deviceId', 'The device that the code claims.').needs('getDevice'),
  },
);

export type ClaimCodeView = View<typeof ClaimCodeRecord>;

const { status, lastFour, expiresAt, createdAt } = ClaimCodeRecord.fields;

export const DeviceClaimCodeRecord = record(
  'DeviceClaimCode',
  'The claim code of a device: its newest that is not VOID.',
  {
    status,
    lastFour,
    expiresAt,
    createdAt: createdAt.internal(),
  },
);

export type DeviceCodeView = View<typeof DeviceClaimCodeRecord>;
