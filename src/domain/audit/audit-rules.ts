import type { ActorType, AdminRole, Transport } from '../../model/enums.ts';
import { isGroup } from '../../model/filter-language.ts';
import { UUID } from '../../model/grammar.ts';
import { AuditEntryRecord, type AuditEntryView } from '../../model/records/audit-entry.ts';
import type { Rights } from '../kernel/access.ts';
import { type DomainError, roleForbidden } from '../kernel/errors.ts';
import { isContainer, isOurName, proofOf, proofOfChange, proofOfOperator } from './shown-values.ts';

/** Roles that see what happened, but not to whom. */
const ROLES_WITHOUT_PERSONAL_DATA: readonly AdminRole[] = ['SUPPORT', 'VIEWER'];

/** Fields of an entry that these roles see unmasked, each with the reason why it cannot contain free text. */
const SHOWN_FIELDS: Readonly<Partial<Record<keyof AuditEntryView, string>>> = {
  id: 'an id',
  at: 'a time',
  actorType: 'a value of an enumeration',
  actorId: 'an id',
  serviceAccountId: 'an id',
  action: 'the name of an operation, from the source',
  targetKind: 'the name of a record, from the source',
  targetId: 'an id, or the name of settings, from the source',
  transport: 'a value of an enumeration',
};

/** Actors whose label is no person's. */
const IMPERSONAL_ACTORS: readonly ActorType[] = ['DEVICE', 'SYSTEM'];

/** The service is the actor: it wrote the reason and the request id. */
const OWN_CALLS: Transport = 'SYSTEM';

type Proof = ReturnType<typeof proofOf>;

const IDENTIFIER = /^[A-Za-z]{1,64}$/;
/** Settings have fixed names instead of ids. */
const SETTINGS: readonly string[] = ['system', 'business', 'preorders'];
const MASK = '***';

/** True if a caller sees only values that are proved to hold no free text: one such role is enough. */
export function seesMasked({ roles }: Rights): boolean {
  return roles.some((role) => ROLES_WITHOUT_PERSONAL_DATA.includes(role));
}

/**
 * The error of a filter or an order by a masked field: the caller could guess its values by the matches. Undefined if there is
 * none.
 */
export function maskedFieldError(
  rights: Rights,
  { filter, sort = [] }: { readonly filter?: unknown; readonly sort?: readonly { readonly field: string }[] | null },
): DomainError | undefined {
  const role = rights.roles.find((role) => ROLES_WITHOUT_PERSONAL_DATA.includes(role));
  if (!role) return undefined;
  const named = [...namesIn(filter), ...(sort ?? []).map(({ field }) => field.split('.', 1).join())];
  return named.every((name) => isShownField(name) || EDGES.has(name)) ? undefined : roleForbidden(role);
}

/** Guarded by the operations that they need. */
const EDGES: ReadonlySet<string> = new Set(Object.keys(AuditEntryRecord.edges));

function isShownField(name: string): boolean {
  return Object.hasOwn(SHOWN_FIELDS, name);
}

function namesIn(filter: unknown): readonly string[] {
  if (Array.isArray(filter)) return filter.flatMap(namesIn);
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, part]) => (isGroup(name) ? namesIn(part) : [name]));
}

/**
 * The entry for roles that may not see personal data. An allowlist with reasons says what they see (SHOWN_FIELDS, shown-
 * values.ts), so every other text is masked, also that of a new field.
 */
export function maskEntry(entry: AuditEntryView): AuditEntryView {
  const isOwn = entry.transport === OWN_CALLS;
  const isImpersonal = IMPERSONAL_ACTORS.includes(entry.actorType);
  return {
    id: entry.id,
    at: entry.at,
    actorType: entry.actorType,
    actorId: idOrMask(entry.actorId),
    actorLabel: isImpersonal ? entry.actorLabel : masked(entry.actorLabel, maskText),
    serviceAccountId: entry.serviceAccountId,
    serviceAccountName: masked(entry.serviceAccountName),
    action: IDENTIFIER.test(entry.action) ? entry.action : MASK,
    targetKind: entry.targetKind,
    targetId: idOrMask(entry.targetId),
    changes: entry.changes && maskChanges(entry.targetKind, entry.changes),
    detail: entry.detail && maskDetail(entry.detail),
    reason: isOwn ? entry.reason : masked(entry.reason),
    requestId: isOwn ? entry.requestId : MASK,
    ip: MASK,
    transport: entry.transport,
  };
}

/** `anna@example.uz` becomes `a***@e***`, which distinguishes two people without naming them; any other text becomes `***`. */
export function maskText(text: string): string {
  const [, first, domain] = /^([^\s@])[^\s@]*@([^\s@])[^\s@]*$/u.exec(text) ?? [];
  return first && domain ? `${first}${MASK}@${domain}${MASK}` : MASK;
}

function masked(text: string | null, mask: (text: string) => string = () => MASK): string | null {
  return text === null ? null : mask(text);
}

function idOrMask(id: string | null): string | null {
  return id === null || UUID.test(id) || SETTINGS.includes(id) ? id : MASK;
}

function maskChanges(targetKind: string | null, changes: AuditEntryView['changes'] & object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const proof = proofOfChange(targetKind, name);
      if (!isObject(change)) return [name, hidden(change)];
      return [name, { from: shownIf(proof, change.from), to: shownIf(proof, change.to) }];
    }),
  );
}

/** The names of its own members come from the source code; names inside of them may come from a caller. */
function maskDetail(detail: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, maskMember(name, value)]));
}

/** @param ofField the proof of the field whose operator this is */
function maskMember(name: string, value: unknown, ofField?: Proof): unknown {
  if (isContainer(name)) return inContainer(value);
  if (Array.isArray(value)) return value.map((each) => maskMember(name, each, ofField));
  const proof = proofOfOperator(name, ofField) ?? proofOf(name);
  if (isObject(value)) return eachMember(value, (inner, innerName) => maskMember(innerName, inner, proof));
  return shownIf(proof, value);
}

function inContainer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inContainer);
  return isObject(value) ? eachMember(value, (inner, name) => maskMember(name, inner)) : hidden(value);
}

function shownIf(proof: Proof, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => shownIf(proof, each));
  return proof?.(value) ? value : hidden(value);
}

/** A masked value. A missing value stays visible as missing. */
function hidden(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(hidden);
  return isObject(value) ? eachMember(value, hidden) : MASK;
}

/** Members with known names. The name of any other member is masked, too. */
function eachMember(
  members: Readonly<Record<string, unknown>>,
  shown: (value: unknown, name: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [isOurName(name) ? name : MASK, shown(value, name)]),
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
