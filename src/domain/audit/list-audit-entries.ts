import { Type } from 'typebox';
import { ACTOR_TYPES } from '../../model/enums.ts';
import { auditList, ofAction } from '../../persistence/audit/audit-list.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, paging, verbatim } from '../kernel/input.ts';
import { enumField, filterOf, refinementOf, sortOf, textField, timeField, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { maskEntry, seesMasked } from './audit-rules.ts';
import { type AuditEntryView, viewAuditEntry } from './audit-view.ts';

const Query = fields({
  ...paging(50, 100),
  action: Type.Optional(described(verbatim(0), 'Only entries of this action, by its exact name.')),
});

export const listAuditEntries = operation({
  name: 'listAuditEntries',
  summary: 'Lists what was done, newest first; SUPPORT and VIEWER see personal data masked.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: Query,
  typedInput: typedList(Query, {
    filter: filterOf('AuditEntryFilter', {
      at: timeField,
      action: textField,
      actorType: enumField('ActorType', ACTOR_TYPES),
      actorId: textField,
      targetKind: textField,
      targetId: textField,
      requestId: textField,
    }),
    sort: sortOf('AuditEntrySort', ['at', 'action', 'actorType', 'targetKind']),
  }),
  async handle({ em, now, principal }, { action, skip, take = 50, ...rest }) {
    const where = action === undefined ? [] : [ofAction(action)];
    const query = { ...refinementOf(rest), where, skip, take };
    const masked = seesMasked(principal.role);
    return readList<AuditEntryView, AuditEntryView>(em, auditList, query, now, (row) =>
      masked ? maskEntry(viewAuditEntry(row)) : viewAuditEntry(row),
    );
  },
});
