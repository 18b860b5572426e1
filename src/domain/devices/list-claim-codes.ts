import { Type } from 'typebox';
import { CLAIM_CODE_STATUSES } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import { ClaimCodeRecord, type ClaimCodeView } from '../../model/records/claim-code.ts';
import { pageOf } from '../../model/records/page.ts';
import { claimCodeListAt, hasClaimCodeStatus } from '../../persistence/devices/claim-code-list.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';

const ClaimCodeQuery = fields({
  ...paging(50, 100),
  status: Type.Optional(described(oneOf('ClaimCodeStatus', CLAIM_CODE_STATUSES), 'Only codes in this status.')),
});

export const listClaimCodes = listOperation({
  name: 'listClaimCodes',
  summary: 'Lists claim codes, newest first; the codes are masked.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(ClaimCodeRecord),
  input: ClaimCodeQuery,
  typedInput: typedList(ClaimCodeQuery, refinementFor(ClaimCodeRecord)),
  rows({ now }, input) {
    const { status, skip, take = 50 } = input;
    const where = status ? [hasClaimCodeStatus(status, now)] : [];
    const query = { ...refinementOf(input), skip, take, where };
    return { list: claimCodeListAt(now), query, view: (code: ClaimCodeView) => viewOf(ClaimCodeRecord, code) };
  },
});
