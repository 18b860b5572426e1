import type { ActorType, AdminRole } from '../../model/enums.ts';
import type { AuditEntryView } from '../../model/records/audit-entry.ts';

/** Roles that follow what happened without needing to know to whom. */
const ROLES_WITHOUT_PERSONAL_DATA: readonly AdminRole[] = ['SUPPORT', 'VIEWER'];

/** Names under which entries tell something of a person; besides every name that ends in Email, Phone or Ip. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'fullName',
  'customerName',
  'contactName',
  'actorLabel',
  'email',
  'phone',
  'telegramUsername',
  'company',
  'country',
  'city',
  'region',
  'address',
  'note',
  'notes',
  'ip',
  'userAgent',
]);
const PERSONAL_ENDING = /(?:Email|Phone|Ip)$/;

/** Actors whose label is no person's. */
const IMPERSONAL_ACTORS: readonly ActorType[] = ['DEVICE', 'SYSTEM'];

const MASK = '***';

/** Whether a role sees personal data masked in the audit log. */
export function seesMasked(role: AdminRole): boolean {
  return ROLES_WITHOUT_PERSONAL_DATA.includes(role);
}

/** The entry with all personal data of it masked: the actor's label and address, and personal fields however deep. */
export function maskEntry(entry: AuditEntryView): AuditEntryView {
  const keepsLabel = entry.actorLabel === null || IMPERSONAL_ACTORS.includes(entry.actorType);
  return {
    ...entry,
    actorLabel: keepsLabel ? entry.actorLabel : maskText(entry.actorLabel),
    ip: MASK,
    changes: entry.changes && maskMembers(entry.changes),
    detail: entry.detail && maskMembers(entry.detail),
  };
}

/** `anna@example.uz` as `a***@e***`, which tells two people apart without naming them; any other text as `***`. */
export function maskText(text: string): string {
  const [, first, domain] = /^(.)[^@]*@(.)/su.exec(text) ?? [];
  return first && domain ? `${first}${MASK}@${domain}${MASK}` : MASK;
}

function maskMembers<T extends object>(members: T): T {
  const masked = Object.entries(members).map(([name, value]) => [
    name,
    isPersonal(name) ? hidden(value) : searched(value),
  ]);
  return Object.fromEntries(masked);
}

function isPersonal(name: string): boolean {
  return PERSONAL_FIELDS.has(name) || PERSONAL_ENDING.test(name);
}

/** A value on the look-out for personal fields inside of it. */
function searched(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(searched);
  return isObject(value) ? maskMembers(value) : value;
}

/** A personal value without what it says; that there is none may be seen. */
function hidden(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(hidden);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hidden(inner)]));
  return MASK;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
