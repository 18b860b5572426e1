import type { ActorType, AdminRole } from '../../model/enums.ts';
import type { FieldSpec, RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import type { AuditEntryView } from '../../model/records/audit-entry.ts';
import type { Rights } from '../kernel/access.ts';

/** Roles that follow what happened without needing to know to whom. */
const ROLES_WITHOUT_PERSONAL_DATA: readonly AdminRole[] = ['SUPPORT', 'VIEWER'];

/** Members of details that are no fields of a record and no personal data. */
const SHOWN_DETAILS = [
  'id',
  'customerCreated',
  'deviceDisposition',
  'devices',
  'endedSessions',
  'envelopeId',
  'evidence',
  'failureCode',
  'firmwareSha256',
  'grantId',
  'kind',
  'mac',
  'noteId',
  'operation',
  'purpose',
  'recipientFingerprint',
  'releaseId',
  'replaced',
  'replacesUnused',
  'retiredDevices',
  'saleId',
  'secretVersion',
  'superseded',
  'to',
  'withdrawnOffers',
  'expectedSlot',
  // Of an export.
  'filter',
  'rows',
  'complete',
  'skip',
  'take',
  'dateFrom',
  'dateTo',
  'preorderStatus',
  'language',
  'format',
  'fields',
  'sort',
  'field',
  'direction',
  // Of its typed filter, in which personal data is hidden.
  'and',
  'or',
  'not',
  'eq',
  'in',
  'contains',
  'gte',
  'lt',
  'withinLast',
  'olderThan',
  'during',
];
/** A detail may hold fields of any record; a name that is personal in one of them is masked. */
const SHOWN_IN_DETAILS: ReadonlySet<string> = new Set(
  [...records.flatMap(impersonalFields), ...SHOWN_DETAILS].filter(
    (name) => !records.some((model) => model.fields[name]?.spec.uses.has('personal')),
  ),
);

/** Actors whose label is no person's. */
const IMPERSONAL_ACTORS: readonly ActorType[] = ['DEVICE', 'SYSTEM'];

const MASK = '***';

/** Whether a caller sees personal data masked in the audit log: with one such role, whatever the other. */
export function seesMasked({ roles }: Rights): boolean {
  return roles.some((role) => ROLES_WITHOUT_PERSONAL_DATA.includes(role));
}

/**
 * The entry as those see it who may not see personal data. What is shown is an allow-list, so that a new field stays masked
 * until its record declares it.
 */
export function maskEntry(entry: AuditEntryView): AuditEntryView {
  const keepsLabel = entry.actorLabel === null || IMPERSONAL_ACTORS.includes(entry.actorType);
  return {
    ...entry,
    actorLabel: keepsLabel ? entry.actorLabel : maskText(entry.actorLabel),
    ip: MASK,
    changes: entry.changes && maskChanges(entry.targetKind, entry.changes),
    detail: entry.detail && maskDetail(entry.detail),
  };
}

/** `anna@example.uz` as `a***@e***`, which tells two people apart without naming them; any other text as `***`. */
export function maskText(text: string): string {
  const [, first, domain] = /^(.)[^@]*@(.)/su.exec(text) ?? [];
  return first && domain ? `${first}${MASK}@${domain}${MASK}` : MASK;
}

function impersonalFields(model: RecordModel): string[] {
  return Object.entries(model.fields).flatMap(([name, { spec }]) => (isImpersonal(spec) ? [name] : []));
}

/** A part is no stored field: its members are masked by their own names. */
function isImpersonal({ uses }: FieldSpec): boolean {
  return !uses.has('personal') && !uses.has('part');
}

/** Its record decides about a changed field; a field that its record does not declare is shown as in a detail. */
function maskChanges(targetKind: string | null, changes: AuditEntryView['changes'] & object): Record<string, unknown> {
  const fields = records.find(({ name }) => name === targetKind)?.fields;
  const isShown = (name: string) => (fields?.[name] ? isImpersonal(fields[name].spec) : SHOWN_IN_DETAILS.has(name));
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, isShown(name) ? value : hidden(value)]),
  );
}

function maskDetail(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name,
      SHOWN_IN_DETAILS.has(name) ? shownMember(value) : hidden(value),
    ]),
  );
}

/** A value that may be shown, with the members inside of it masked by their own names. */
function shownMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownMember);
  return isObject(value) ? maskDetail(value) : value;
}

/** A personal value without what it says; that there is none may be seen. */
function hidden(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(hidden);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
  return MASK;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
