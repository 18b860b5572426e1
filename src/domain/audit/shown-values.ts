import {
  BATCH_STATUSES,
  CALENDAR_PERIODS,
  LOCALES,
  MAINTENANCE_PURPOSES,
  OTA_SLOTS,
  PREORDER_STATUSES,
} from '../../model/enums.ts';
import { FILTER_GROUPS, QUANTIFIERS } from '../../model/filter-language.ts';
import { UUID } from '../../model/grammar.ts';
import type { FieldKind, FieldSpec, RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';

/**
 * Decides which members of changes and details the audit log shows to roles without personal data. A value is shown if the
 * declaration of its field proves that it cannot contain free text: an id, an enum value, a time, a number or a boolean. Every
 * text is masked, unless this file lists its name with the reason and the form that it has.
 */

type Proof = (value: unknown) => boolean;

interface Shown {
  /** Why nobody can have written words into it. */
  readonly why: string;
  readonly is: Proof;
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/;
const isText =
  (form: RegExp): Proof =>
  (value) =>
    typeof value === 'string' && form.test(value);
const isOneOf =
  (words: readonly string[]): Proof =>
  (value) =>
    typeof value === 'string' && words.includes(value);
const isNumber: Proof = (value) => typeof value === 'number';
const isBoolean: Proof = (value) => typeof value === 'boolean';
const isId = isText(UUID);
const isTime: Proof = (value) => value instanceof Date || isText(TIME)(value);
const isFieldPath: Proof = (value) =>
  typeof value === 'string' && value.split('.').every((part) => FIELDS.has(part) || PARTS.has(part));

/** Proofs by the kind of a declared field. Texts of any kind have none. */
const PROOFS: Readonly<Partial<Record<FieldKind, Proof>>> = {
  id: isId,
  time: isTime,
  integer: isNumber,
  bigInteger: isNumber,
  money: isNumber,
  number: isNumber,
  boolean: isBoolean,
};

/** The declarations of a name in all records: a detail may hold fields of any of them. */
const FIELDS: ReadonlyMap<string, readonly FieldSpec[]> = new Map(
  [...Map.groupBy(records.flatMap(specsOf), ({ name }) => name)].map(([name, found]) => [
    name,
    found.map(({ spec }) => spec),
  ]),
);

/** The names of parts, by which columns of exports name what is nested in them. */
const PARTS: ReadonlySet<string> = new Set(
  records.flatMap(({ fields }) => Object.values(fields).flatMap(({ spec }) => spec.path ?? [])),
);

const id = (why: string): Shown => ({ why, is: isId });
const count = (why: string): Shown => ({ why, is: isNumber });
const flag = (why: string): Shown => ({ why, is: isBoolean });
const time = (why: string): Shown => ({ why, is: isTime });
const word = (words: readonly string[], why: string): Shown => ({ why, is: isOneOf(words) });
const form = (pattern: RegExp, why: string): Shown => ({ why, is: isText(pattern) });

/** The members that are shown although no declared field proves them, by name. */
export const SHOWN: ReadonlyMap<string, Shown> = new Map(
  Object.entries({
    serial: form(/^KRV-[A-Z0-9]{4,60}$/i, 'The service makes serials; an entry names one of a device that there is.'),
    number: form(
      /^(?:[A-Z]{2,4}-\d{4}-\d{6,}|PRE-\d{6}-[0-9A-Z]{6})$/,
      'The service draws the numbers of sales and preorders; a prefix with room for a name is hidden.',
    ),
    version: form(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'Three numbers; a suffix, which somebody chose, is hidden with them.'),
    currency: form(/^[A-Z]{3}$/, 'Three letters.'),
    failureCode: form(/^[A-Z][A-Z0-9_]{1,40}$/, 'The service makes codes of the reasons that devices report.'),
    operation: form(/^[a-z][A-Za-z]{1,60}$/, 'The name of an operation, from the source.'),
    firmwareSha256: form(/^[0-9a-f]{64}$/, 'The service computes it of an image.'),
    recipientFingerprint: form(/^[0-9a-f]{64}$/, 'The service computes it of the key of a station.'),
    envelopeId: id('The service makes it.'),
    grantId: id('The service makes it.'),
    noteId: id('The service makes it.'),
    saleId: id('The service makes it.'),
    replaced: id('The pairing that another one replaced.'),
    superseded: id('Grants that another one replaced.'),
    customerCreated: flag('Whether the operation made a customer.'),
    replacesUnused: flag('Whether the credential before was never used.'),
    complete: flag('Whether an export ended.'),
    devices: count('How many.'),
    endedSessions: count('How many.'),
    retiredDevices: count('How many.'),
    withdrawnOffers: count('How many.'),
    secretVersion: count('Counts the secrets of a device.'),
    rows: count('Of an export.'),
    count: count('Of `atLeast` in a filter.'),
    skip: count('Of an export.'),
    take: count('Of an export.'),
    kind: word(['first', 'further'], 'Of a claim.'),
    purpose: word(MAINTENANCE_PURPOSES, 'Of a grant.'),
    expectedSlot: word(OTA_SLOTS, 'The partition of a device.'),
    to: word(BATCH_STATUSES, 'Where a refused move of a batch leads.'),
    preorderStatus: word(PREORDER_STATUSES, 'A parameter of an export.'),
    language: word(LOCALES, 'A parameter of an export.'),
    format: word(['csv', 'ndjson', 'spreadsheet'], 'Of an export.'),
    direction: word(['ASC', 'DESC'], 'Of a sort.'),
    dateFrom: time('A parameter of an export.'),
    dateTo: time('A parameter of an export.'),
    fields: { why: 'Columns of an export, each a declared field.', is: isFieldPath },
    field: { why: 'Of a sort, a declared field.', is: isFieldPath },
  } satisfies Readonly<Record<string, Shown>>),
);

/** Members that contain others: parts of the filter and of the order of an export. */
const CONTAINERS: ReadonlySet<string> = new Set(['filter', 'sort', ...FILTER_GROUPS, ...QUANTIFIERS, 'of']);

/** Operators of a filter. Those without a proof take values of the field that they compare. */
const OPERATORS: Readonly<Record<string, Proof | undefined>> = {
  eq: undefined,
  ne: undefined,
  in: undefined,
  notIn: undefined,
  gt: undefined,
  gte: undefined,
  lt: undefined,
  lte: undefined,
  isNull: isBoolean,
  withinLast: isText(/^\d{1,6}[mhdw]$/),
  olderThan: isText(/^\d{1,6}[mhdw]$/),
  during: isOneOf(CALENDAR_PERIODS),
  contains: () => false,
  startsWith: () => false,
};

/** Known names whose values are masked: edges that filters cross, and a parameter of exports. */
const OTHER_NAMES: ReadonlySet<string> = new Set([...records.flatMap(({ edges }) => Object.keys(edges)), 'search']);

/** True if the name of a member comes from the source code; any other name could be free text of a caller. */
export function isOurName(name: string): boolean {
  return (
    FIELDS.has(name) ||
    SHOWN.has(name) ||
    CONTAINERS.has(name) ||
    OTHER_NAMES.has(name) ||
    Object.hasOwn(OPERATORS, name)
  );
}

/** True if the members of a member are decided one by one. */
export function isContainer(name: string): boolean {
  return CONTAINERS.has(name);
}

/**
 * The proof for the values of a member of a detail; undefined if they are always masked. A name that is personal in one record
 * is masked in all details.
 */
export function proofOf(name: string): Proof | undefined {
  const specs = FIELDS.get(name) ?? [];
  if (specs.some(({ uses }) => uses.has('personal'))) return undefined;
  const proofs = [SHOWN.get(name)?.is, ...specs.map(proofOfField)].filter((proof) => proof !== undefined);
  return proofs.length === 0 ? undefined : (value) => proofs.some((proof) => proof(value));
}

/** The proof for the values of a changed field: by its own record if that declares the field, else as in a detail. */
export function proofOfChange(targetKind: string | null, name: string): Proof | undefined {
  const spec = records.find((model) => model.name === targetKind)?.fields[name]?.spec;
  if (!spec) return proofOf(name);
  return spec.uses.has('personal') ? undefined : (proofOfField(spec) ?? SHOWN.get(name)?.is);
}

/** The proof for the values of an operator of a filter, by the field that it compares. */
export function proofOfOperator(name: string, ofField: Proof | undefined): Proof | undefined {
  return Object.hasOwn(OPERATORS, name) ? (OPERATORS[name] ?? ofField) : undefined;
}

function proofOfField({ kind, values }: FieldSpec): Proof | undefined {
  return kind === 'enum' && values ? isOneOf(values) : PROOFS[kind];
}

function specsOf({ fields }: RecordModel) {
  return Object.entries(fields).map(([name, { spec }]) => ({ name, spec }));
}
