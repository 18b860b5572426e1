import { integer, text } from '../kernel/input.ts';

/** A batch makes at most this many devices, in one transaction. */
export const MAX_BATCH_QUANTITY = 500;

/** What every plan of devices says. */
export const planFields = {
  model: text(2, 32),
  hardwareRevision: text(1, 64),
  quantity: integer(1, MAX_BATCH_QUANTITY),
};

export const batchCode = text(3, 64);
export const batchNotes = text(0, 1000);
export const batchSource = text(1, 64);
