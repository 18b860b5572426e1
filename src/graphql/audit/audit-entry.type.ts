import { AuditEntryRecord } from '../../model/records/audit-entry.ts';
import { connectionOf } from '../schema/connection.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const AuditEntryType = objectTypeOf(AuditEntryRecord, {
  record: ['targetKind', 'targetId'],
  // The type of the actor decides whether the label is masked.
  actorLabel: ['actorLabel', 'actorType'],
  // Its record decides which changed fields are shown.
  changes: ['changes', 'targetKind'],
  // Those of the service itself are shown.
  reason: ['reason', 'transport'],
  requestId: ['requestId', 'transport'],
});

export const AuditEntryConnection = connectionOf('AuditEntry', () => AuditEntryType);
