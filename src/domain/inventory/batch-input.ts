import { BatchRecord } from '../../model/records/batch.ts';
import { schemaOf } from '../kernel/record-input.ts';

const { code, model, hardwareRevision, quantity } = BatchRecord.fields;

export const batchCode = schemaOf(code);

/** The required fields of a new batch. */
export const planFields = {
  model: schemaOf(model),
  hardwareRevision: schemaOf(hardwareRevision),
  quantity: schemaOf(quantity),
};
