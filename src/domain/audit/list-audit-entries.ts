import { Type } from 'typebox';
import { viewOf } from '../../model/record.ts';
import { AuditEntryRecord, type AuditEntryView, type StoredAuditEntry } from '../../model/records/audit-entry.ts';
import { pageOf } from '../../model/records/page.ts';
import { auditList } from '../../persistence/audit/audit-list.ts';
import { admins } from '../kernel/access.ts';
import { throwIf } from '../kernel/errors.ts';
import { described, fields, paging, verbatim } from '../kernel/input.ts';
import { refinementOf } from '../kernel/list.ts';
import { listOperation } from '../list-operation.ts';
import { maskEntry, maskedFieldError, seesMasked } from './audit-rules.ts';

const Query = fields({
  ...paging(50, 100),
  action: Type.Optional(described(verbatim(0), 'Only entries of this action, by its exact name.')),
});

export const listAuditEntries = listOperation({
  name: 'listAuditEntries',
  summary:
    'Lists the entries of the audit log, newest first; personal data and every free text are masked for SUPPORT and VIEWER.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(AuditEntryRecord),
  input: Query,
  record: AuditEntryRecord,
  rows({ principal }, input) {
    throwIf(maskedFieldError(principal, refinementOf(input)));
    const { action } = input;
    const within = { action: action === undefined ? undefined : { eq: action } };
    const masked = seesMasked(principal);
    return {
      list: auditList,
      query: { within },
      view: (row: StoredAuditEntry): AuditEntryView => {
        const entry = viewOf(AuditEntryRecord, row);
        return masked ? maskEntry(entry) : entry;
      },
    };
  },
});
