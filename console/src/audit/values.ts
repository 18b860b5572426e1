import type { SearchKind, TargetKind } from '../api/generated/enums.ts';
import type { AuditedRecordFragment } from '../api/generated/operations.ts';
import { type EnumName, wordOf } from '../text/enums.ts';
import type { Text } from '../text/index.tsx';
import { decimal } from '../text/triple.ts';
import { countryName } from '../ui/country.ts';
import { moneyText } from '../ui/money-text.ts';
import '../text/audit-actions.ts';
import '../text/firmware-words.ts';
import '../text/list.ts';
import '../text/sales.ts';
import '../text/staff-enums.ts';

/** What became of a device; of one that stays with the customer an entry says null. */
const STAYS = 'deviceDisposition';
/** Fields that have the id of another record. */
const RECORDS: Readonly<Record<string, SearchKind>> = {
  adminId: 'ADMIN',
  assignedToId: 'ADMIN',
  batchId: 'BATCH',
  customerId: 'CUSTOMER',
  deviceId: 'DEVICE',
  ownerId: 'CUSTOMER',
  preorderId: 'PREORDER',
  releaseId: 'RELEASE',
  saleId: 'SALE',
};
const ID = /^[\da-f]{8}-[\da-f-]{27}$/;
/** What is shown to roles that may not see the value. */
const MASK = '***';
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Statuses are of the record that was acted on. */
const STATUSES: Readonly<Partial<Record<TargetKind, EnumName>>> = {
  Admin: 'AdminStatus',
  Batch: 'BatchStatus',
  Device: 'DeviceStatus',
  Installation: 'InstallationStatus',
  Preorder: 'PreorderStatus',
  Sale: 'SaleStatus',
};
const WORDS: Readonly<Record<string, EnumName>> = {
  defaultFirmwareChannel: 'FirmwareChannel',
  deviceDisposition: 'DeviceStatus',
  failureCode: 'FailureCode',
  failureSource: 'FailureSource',
  lifecycle: 'FirmwareLifecycle',
  operation: 'AuditAction',
  paymentStatus: 'PaymentStatus',
  preferredLanguage: 'Locale',
  preorderStatus: 'PreorderStatus',
  role: 'AdminRole',
  salesChannel: 'SalesChannel',
  verification: 'Verification',
};

/** Amounts of a sale, which are in its currency. */
const MONEY: readonly string[] = ['amount', 'discount', 'refundedTotal', 'total', 'unitPrice'];

/** The record that was acted on. */
export interface About {
  readonly targetKind: TargetKind | null;
  readonly record?: AuditedRecordFragment | null;
}

/** A value of an entry, for a person. */
export type Shown =
  | { readonly kind: 'nothing' | 'hidden' }
  | { readonly kind: 'time' | 'text' | 'code'; readonly text: string }
  | { readonly kind: 'record'; readonly of: SearchKind; readonly id: string };

/** The parts of a path that name no field: how a filter compares. */
const CONDITIONS: readonly string[] = [
  'filter',
  'and',
  'or',
  'not',
  'some',
  'none',
  'eq',
  'in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'isNull',
];

/** The fields that a path names: of `filter.status.in`, the status. */
export function fieldsIn(path: string): readonly string[] {
  const named = path.split('.').filter((part) => !CONDITIONS.includes(part) && !/^\d+$/.test(part));
  return named.length > 0 ? named : [path];
}

export function shownOf(text: Text, { targetKind: kind, record }: About, path: string, value: unknown): Shown {
  const field = fieldsIn(path).at(-1) ?? path;
  if (field === STAYS && value === null) return { kind: 'text', text: text.t('sale.disposition.STAYS') };
  if (value === null || value === undefined || value === '') return { kind: 'nothing' };
  if (value === MASK) return { kind: 'hidden' };
  if (typeof value === 'boolean') return { kind: 'text', text: text.t(value ? 'filter.yes' : 'filter.no') };
  if (typeof value === 'number' && record?.__typename === 'Sale' && MONEY.includes(field))
    return { kind: 'text', text: moneyText(value, record.currency) };
  if (typeof value === 'number') return { kind: 'text', text: decimal(value, text.language) };
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    const words = value.map((one) => shownOf(text, { targetKind: kind, record }, field, one));
    return { kind: 'text', text: words.map((one) => ('text' in one ? one.text : '–')).join(', ') };
  }
  if (typeof value !== 'string') return { kind: 'code', text: JSON.stringify(value, undefined, 1) };
  if (TIME.test(value)) return { kind: 'time', text: value };
  const of = field === 'ownerId' && kind === 'ServiceAccount' ? 'ADMIN' : RECORDS[field];
  if (of && ID.test(value)) return { kind: 'record', of, id: value };
  if (field === 'country') return { kind: 'text', text: countryName(value, text.language) };
  const name = field === 'status' ? kind && STATUSES[kind] : WORDS[field];
  return { kind: 'text', text: name ? wordOf(text, name, value) : value };
}

export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The changed fields of an entry. */
export function changesOf(changes: unknown): readonly Change[] {
  if (!isObject(changes)) return [];
  return Object.entries(changes).map(([field, change]) =>
    isObject(change) ? { field, from: change.from, to: change.to } : { field, from: undefined, to: change },
  );
}

/** The further facts of an entry, one for each value: `filter.status.in`. One that is not there is said only of a device that stays. */
export function detailOf(detail: unknown, path: readonly string[] = []): readonly (readonly [string, unknown])[] {
  if (!isObject(detail)) return path.length > 0 ? [[path.join('.'), detail]] : [];
  const known = Object.entries(detail).filter(([name, value]) => value !== null || path.length > 0 || name === STAYS);
  return known.flatMap(([name, value]) => detailOf(value, [...path, name]));
}
