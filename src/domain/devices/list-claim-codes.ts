import { Type } from 'typebox';
import { CLAIM_CODE_STATUSES } from '../../model/enums.ts';
import {
  type ClaimCodeListRow,
  claimCodeListAt,
  hasClaimCodeStatus,
} from '../../persistence/devices/claim-code-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, paging } from '../kernel/input.ts';
import { enumField, filterOf, idField, refinementOf, sortOf, textField, timeField, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { type ClaimCodeView, viewClaimCode } from './claim-code-view.ts';

const ClaimCodeQuery = fields({
  ...paging(50, 100),
  status: Type.Optional(described(oneOf('ClaimCodeStatus', CLAIM_CODE_STATUSES), 'Only codes in this status.')),
});

export const listClaimCodes = operation({
  name: 'listClaimCodes',
  summary: 'Lists claim codes, newest first; the codes are masked.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: ClaimCodeQuery,
  typedInput: typedList(ClaimCodeQuery, {
    filter: filterOf('ClaimCodeFilter', {
      deviceId: idField,
      serial: textField,
      status: enumField('ClaimCodeStatus', CLAIM_CODE_STATUSES),
      expiresAt: timeField,
      claimedAt: timeField,
      createdAt: timeField,
    }),
    sort: sortOf('ClaimCodeSort', ['serial', 'status', 'expiresAt', 'claimedAt', 'createdAt']),
  }),
  async handle({ em, now }, input) {
    const { status, skip, take = 50 } = input;
    const where = status ? [hasClaimCodeStatus(status, now)] : [];
    const query = { ...refinementOf(input), skip, take, where };
    return readList<ClaimCodeListRow, ClaimCodeView>(em, claimCodeListAt(now), query, now, viewClaimCode);
  },
});
