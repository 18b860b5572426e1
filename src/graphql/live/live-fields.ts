import { auditEntryReader, listAuditEntries, maskedFieldError } from '../../domain/audit/index.ts';
import { deviceReader, getDevice } from '../../domain/devices/index.ts';
import { getRelease, releaseReader } from '../../domain/firmware/index.ts';
import { installationReader } from '../../domain/installations/index.ts';
import type { Rights } from '../../domain/kernel/access.ts';
import type { DomainError } from '../../domain/kernel/errors.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { getPreorder, preorderReader } from '../../domain/preorders/index.ts';
import type { Reader } from '../../domain/reader.ts';
import { getSale, saleReader } from '../../domain/sales/index.ts';
import type { Change } from '../../model/ports.ts';

/** The kinds of events, with their meaning for users of the API. */
export const LIVE_EVENTS = {
  REFETCH:
    'Changes may have been missed: read again what is shown. Every subscription begins with it, so a client that connects again misses nothing.',
  CREATED: 'The record was created.',
  UPDATED: 'The record was changed.',
  DELETED: 'The record was deleted; it is null.',
  PROGRESS: 'Installations of the release have progressed; sent at most once a second.',
  ONLINE: 'The device came online.',
  OFFLINE: 'The device went offline.',
} as const;

export type LiveEventName = keyof typeof LIVE_EVENTS;

/** An event of one record, the same for all listeners. */
export interface RecordEvent {
  readonly kind: string;
  readonly event: LiveEventName;
  readonly id: string;
  /** The columns that an update changed; undefined where nothing says so. */
  readonly columns?: ReadonlySet<string> | undefined;
}

/** A field of `Subscription`. */
export interface LiveField {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  /** Its roles may subscribe: the operation that reads the record. */
  readonly needs: Operation;
  /** The field of the event that leads to the record. */
  readonly record: string;
  readonly reader: Reader;
  readonly kind: string;
  readonly events: readonly LiveEventName[];
  /** The error of a filter that names what the caller sees masked. */
  readonly filterError?: (rights: Rights, refinement: { readonly filter: unknown }) => DomainError | undefined;
}

/** Events of this kind come from a sweep, not from a trigger of the database. */
export const PRESENCE = 'presence';

const CHANGES = ['CREATED', 'UPDATED', 'DELETED'] as const;

const fields: readonly LiveField[] = [
  {
    name: 'deviceChanged',
    type: 'DeviceChange',
    description: 'Devices that are created, changed or deleted; heartbeats do not count, but an activation does.',
    needs: getDevice,
    record: 'device',
    reader: deviceReader,
    kind: 'device',
    events: CHANGES,
  },
  {
    name: 'devicePresenceChanged',
    type: 'DevicePresenceChange',
    description: 'Devices that come online or go offline, as a sweep every few seconds finds them.',
    needs: getDevice,
    record: 'device',
    reader: deviceReader,
    kind: PRESENCE,
    events: ['ONLINE', 'OFFLINE'],
  },
  {
    name: 'releaseChanged',
    type: 'ReleaseChange',
    description:
      'Releases that are created or changed (a rollout starts, grows, pauses, ends), and the progress of their installations.',
    needs: getRelease,
    record: 'release',
    reader: releaseReader,
    kind: 'release',
    events: [...CHANGES, 'PROGRESS'],
  },
  {
    name: 'installationChanged',
    type: 'InstallationChange',
    description: 'Installations that are offered, move on or end.',
    needs: getDevice,
    record: 'installation',
    reader: installationReader,
    kind: 'installation',
    events: CHANGES,
  },
  {
    name: 'preorderChanged',
    type: 'PreorderChange',
    description: 'Preorders that come in, are changed or are deleted.',
    needs: getPreorder,
    record: 'preorder',
    reader: preorderReader,
    kind: 'preorder',
    events: CHANGES,
  },
  {
    name: 'saleChanged',
    type: 'SaleChange',
    description: 'Sales that are created or changed; payments, cancellations and refunds are changes.',
    needs: getSale,
    record: 'sale',
    reader: saleReader,
    kind: 'sale',
    events: CHANGES,
  },
  {
    name: 'auditEntryAdded',
    type: 'AuditEntryAddition',
    description: 'New entries of the audit log; personal data and every free text are masked for SUPPORT and VIEWER.',
    needs: listAuditEntries,
    record: 'auditEntry',
    reader: auditEntryReader,
    kind: 'audit_entry',
    events: ['CREATED'],
    filterError: maskedFieldError,
  },
];

export const liveFields: ReadonlyMap<string, LiveField> = new Map(fields.map((field) => [field.name, field]));

/** The events of a committed change: its own, and for an installation the progress of its release. */
export function recordEventsOf({ kind, event, id, related: [releaseId], columns }: Change): RecordEvent[] {
  const own: RecordEvent = { kind, event, id, columns };
  if (kind !== 'installation' || releaseId === undefined) return [own];
  return [own, { kind: 'release', event: 'PROGRESS', id: releaseId }];
}
