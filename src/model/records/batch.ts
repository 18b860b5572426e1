import { many } from '../edge.ts';
import { BATCH_STATUSES } from '../enums.ts';
import {
  answer,
  beside,
  deletion,
  id,
  integer,
  oneOf,
  parts,
  record,
  revision,
  type Stored,
  text,
  time,
  type View,
} from '../record.ts';
import { adminBy } from './admin.ts';

/** Maximum devices of a batch, which are created in one transaction. */
export const MAX_BATCH_QUANTITY = 500;

export const BatchRecord = record(
  'Batch',
  'A plan of devices of one model; the devices exist once it is provisioned.',
  {
    id: id('The id.').readBy('getBatch'),
    code: text('The code on the plan; no two batches have the same.', 3, 64).input().filter().sort().search(),
    model: text('The model of the devices.', 2, 32).input().filter().sort().search(),
    hardwareRevision: text('The hardware revision of the devices.', 1, 64).input().filter().sort().search(),
    quantity: integer('The number of devices in the batch, 1 to 500.', 1, MAX_BATCH_QUANTITY).input().filter().sort(),
    notes: text('Notes of the staff about the batch.', 0, 1000).lines().nullable().input().search().personal(),
    source: text('Where the devices come from.', 1, 64).nullable().input().filter().search(),
    status: oneOf('BatchStatus', BATCH_STATUSES, 'The stage of the batch, from plan to archive.').filter().sort(),
    deviceCount: integer('Devices created so far: 0 or `quantity`.'),
    provisionedAt: time('When the devices were created; null before that.').nullable().filter().sort(),
    archivedAt: time('When the batch was archived; null before that.').nullable(),
    createdById: id('The admin who planned the batch.').nullable().filter().nested('createdBy'),
    createdBy: id('The admin who planned the batch.').nullable().filled(),
    revision: revision(),
    createdAt: time('When the batch was created.').filter().sort(),
    updatedAt: time('When the batch was last changed.').sort(),
  },
  {
    devices: many('Device', 'batchId', 'In the order of their position in the batch.')
      .by('batchOrdinal', 'ASC')
      .bound({ default: 50, maximum: MAX_BATCH_QUANTITY })
      .needs('listDevices'),
    createdBy: adminBy('createdById', 'The admin who created the batch; null when it is not known.'),
  },
);

export type StoredBatch = Stored<typeof BatchRecord>;
export type BatchView = View<typeof BatchRecord>;

const MadeDeviceRecord = answer('MadeDevice', 'A new device, with the data of its label.', {
  id: id('The id of the device.'),
  serial: text('The serial of the device.'),
  claimCode: text('The claim code, `XXXXXX-XXXXXX-XXXXXX-XXXXXX`; no other response shows it.'),
  hardwareRevision: text('The hardware revision of the device.'),
  qr: text(
    'The content of the label’s QR code: the address of the page that opens the app, with serial and code in its fragment.',
  ),
});

export type MadeDevice = View<typeof MadeDeviceRecord>;

export const ProvisionedBatchRecord = beside(
  BatchRecord,
  'BatchWithDevices',
  'A batch whose devices were just created.',
  { devices: parts(MadeDeviceRecord, 'Its devices, in the order of their position in the batch.') },
);

export const DeletedBatchRecord = deletion('DeletedBatch', 'batch');
