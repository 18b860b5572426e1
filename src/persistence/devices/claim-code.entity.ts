import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { CLAIM_CODE_STATUSES } from '../../model/enums.ts';
import { enumColumn, id, orderIndex, reference, timestamp } from '../columns.ts';
import { Device } from './device.entity.ts';

/** The code on a device's label. Found by its keyed hash, and stored sealed so that the label can be printed again. */
export const ClaimCode = defineEntity({
  name: 'ClaimCode',
  tableName: 'claim_code',
  properties: {
    id: id(),
    deviceId: () => reference(Device, 'claim_code', 'device_id').deleteRule('cascade'),
    codeHash: p.blob(),
    sealed: p.blob(),
    /** The last four characters, to compare labels by eye. */
    lastFour: p.text(),
    status: enumColumn(CLAIM_CODE_STATUSES),
    expiresAt: timestamp().nullable(),
    claimedAt: timestamp().nullable(),
    createdAt: timestamp(),
  },
  uniques: [{ name: 'claim_code_hash_unique', properties: ['codeHash'] }],
  indexes: [
    {
      name: 'claim_code_kek_index',
      expression: String.raw`create index "claim_code_kek_index" on "claim_code" ((substring(sealed from 3 for get_byte(sealed || '\x0000'::bytea, 1))), "id") where status <> 'VOID'`,
    },
    {
      name: 'claim_code_one_available',
      expression: `create unique index "claim_code_one_available" on "claim_code" ("device_id") where status = 'AVAILABLE'`,
    },
    {
      name: 'claim_code_status_index',
      expression: `create index "claim_code_status_index" on "claim_code" ("status", "created_at", "id") include ("expires_at")`,
    },
    {
      name: 'claim_code_ending_index',
      expression: `create index "claim_code_ending_index" on "claim_code" ("expires_at") where status = 'AVAILABLE'`,
    },
    orderIndex('claim_code', 'expires_at', { given: true }),
    orderIndex('claim_code', 'claimed_at', { given: true }),
    { name: 'claim_code_created_at_index', properties: ['createdAt', 'id'] },
    { name: 'claim_code_device_index', properties: ['deviceId'] },
  ],
});
export type ClaimCodeRow = InferEntity<typeof ClaimCode>;
