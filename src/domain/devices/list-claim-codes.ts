import { Type } from 'typebox';
import { CLAIM_CODE_STATUSES } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import { ClaimCodeRecord, type ClaimCodeView } from '../../model/records/claim-code.ts';
import { pageOf } from '../../model/records/page.ts';
import { claimCodeListAt, hasClaimCodeStatus } from '../../persistence/devices/claim-code-list.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, paging } from '../kernel/input.ts';
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
  record: ClaimCodeRecord,
  rows({ now }, { status }) {
    const where = status ? [hasClaimCodeStatus(status, now)] : [];
    return {
      list: claimCodeListAt(now),
      query: { where },
      view: (code: ClaimCodeView) => viewOf(ClaimCodeRecord, code),
    };
  },
});
