import { auditEntryReader, listAuditEntries } from '../../domain/audit/index.ts';
import { deviceReader, getDevice } from '../../domain/devices/index.ts';
import { getRelease, releaseReader } from '../../domain/firmware/index.ts';
import { installationReader } from '../../domain/installations/index.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { getPreorder, preorderReader } from '../../domain/preorders/index.ts';
import type { Reader } from '../../domain/reader.ts';
import { getSale, saleReader } from '../../domain/sales/index.ts';
import type { Change } from '../../model/ports.ts';

/** What an event says has happened, with its meaning for users of the API. */
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

/** The kinds of events, whoever receives them. */
export interface Happening {
  readonly kind: string;
  readonly event: LiveEventName;
  readonly id: string;
  readonly words: readonly string[];
}

/** A condition of a subscription. */
interface LiveArgument {
  readonly type: 'ID' | 'String';
  readonly description: string;
  readonly value: (happening: Happening) => string | undefined;
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
  readonly args: Readonly<Record<string, LiveArgument>>;
}

/** Happenings of this kind come from a sweep, not from the database. */
export const PRESENCE = 'presence';

const CHANGES = ['CREATED', 'UPDATED', 'DELETED'] as const;

const byId = (kind: string) => ({
  id: { type: 'ID', description: `Only events of this ${kind}.`, value: ({ id }: Happening) => id } as const,
});

const byWord = (place: number, type: LiveArgument['type'], description: string): LiveArgument => ({
  type,
  description,
  value: ({ words }) => words[place],
});

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
    args: byId('device'),
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
    args: byId('device'),
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
    args: byId('release'),
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
    args: {
      ...byId('installation'),
      releaseId: byWord(0, 'ID', 'Only installations of this release.'),
      deviceId: byWord(1, 'ID', 'Only installations on this device.'),
    },
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
    args: byId('preorder'),
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
    args: byId('sale'),
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
    args: { action: byWord(0, 'String', 'Only entries of this action, by its exact name.') },
  },
];

export const liveFields: ReadonlyMap<string, LiveField> = new Map(fields.map((field) => [field.name, field]));

/** What a committed change means: itself, and for an installation the progress of its release. */
export function happeningsOf({ kind, event, id, words }: Change): Happening[] {
  const own: Happening = { kind, event, id, words };
  const [releaseId] = words;
  if (kind !== 'installation' || releaseId === undefined) return [own];
  return [own, { kind: 'release', event: 'PROGRESS', id: releaseId, words: [] }];
}
