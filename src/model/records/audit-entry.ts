import { AUDIT_ACTIONS } from '../audit-actions.ts';
import { one } from '../edge.ts';
import { ACTOR_TYPES, TARGET_KINDS, TRANSPORTS } from '../enums.ts';
import { id, json, oneOf, record, type Stored, text, time, type View } from '../record.ts';
import { adminBy } from './admin.ts';

/**
 * Filters and orders by personal fields are not allowed: they would reveal masked values. SUPPORT and VIEWER, for whom every
 * free text is masked, cannot filter by the other texts either (domain/audit/audit-rules.ts).
 */
export const AuditEntryRecord = record(
  'AuditEntry',
  'One action: who took it, on which record, and what it changed.',
  {
    id: id('The id.').readBy('listAuditEntries'),
    at: time('When the action was taken.').filter().sort().dimension(),
    actorType: oneOf(
      'ActorType',
      ACTOR_TYPES,
      'An admin, a device, a companion app (INSTALLATION), a stranger (PUBLIC) or the service itself (SYSTEM).',
    )
      .filter()
      .sort()
      .dimension(),
    // Text, because an entry outlives the records it names.
    actorId: text('The id of the admin, the device or the app’s pairing; null for PUBLIC and SYSTEM.')
      .identifying()
      .nullable()
      .filter(),
    actorLabel: text(
      'An admin’s e-mail address, a device’s serial or an app’s own id. Masked for SUPPORT and VIEWER, except serials.',
    )
      .nullable()
      .personal(),
    serviceAccountId: id('The service account that acted in the name of the admin; null without one.')
      .nullable()
      .absentOnRest()
      .filter(),
    serviceAccountName: text('Its name when it acted; null without one. Masked for SUPPORT and VIEWER.')
      .nullable()
      .absentOnRest(),
    action: oneOf('AuditAction', AUDIT_ACTIONS, 'The operation’s name, `loginFailed` or `accessDenied`.')
      .filter()
      .sort()
      .dimension(),
    targetKind: oneOf('TargetKind', TARGET_KINDS, 'The kind of the record that was acted on.')
      .nullable()
      .filter()
      .sort()
      .dimension(),
    targetId: text('The id of the record that was acted on.').identifying().nullable().filter(),
    changes: json(
      'The changed fields, each with `from` and `to`. Personal data and every free text are masked for SUPPORT and VIEWER.',
    ).nullable(),
    detail: json(
      'Further facts, by operation. Personal data and every free text are masked for SUPPORT and VIEWER.',
    ).nullable(),
    reason: text(
      'The reason, as the actor gave it. Masked for SUPPORT and VIEWER, except where the service itself acted.',
    ).nullable(),
    requestId: text(
      'The id of the request, which its reply and the log contain too. Callers may choose it, so it is masked for SUPPORT and VIEWER, who cannot filter by it.',
    ).filter(),
    ip: text('The address that the request came from. Masked for SUPPORT and VIEWER.').personal(),
    transport: oneOf(
      'Transport',
      TRANSPORTS,
      'How the call came in; SYSTEM when the service called itself.',
    ).dimension(),
  },
  {
    actor: adminBy('actorId', 'The admin who took the action; null when no admin did.'),
    serviceAccount: one(
      'ServiceAccount',
      'serviceAccountId',
      'The service account that acted in the name of the admin; null without one.',
    ).needs('getServiceAccount'),
    actorDevice: one('Device', 'actorId', 'The device that took the action; null when no device did.').needs(
      'getDevice',
    ),
  },
);

export type StoredAuditEntry = Stored<typeof AuditEntryRecord>;
export type AuditEntryView = View<typeof AuditEntryRecord>;
