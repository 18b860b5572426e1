import type { Client } from '@urql/core';
import type { Picked } from '../record/record-picker.tsx';
import type { EnumName } from '../text/enums.ts';
import type { Text, TextKey } from '../text/index.tsx';

/** A filter of a list: the parameter of the address that holds it, and where it goes in the list's `filter`. */
export type FilterDef = {
  readonly key: string;
  readonly label: TextKey;
  /** The way into the filter of GraphQL: `['owner', 'country']`, `['installations', 'some', 'status']`. */
  readonly path: readonly string[];
  /** The screen has a control of its own for it, so the bar of filters leaves it out. */
  readonly isOwnControl?: boolean;
} & (
  | { readonly kind: 'enum'; readonly name: EnumName; readonly values: readonly string[] }
  | { readonly kind: 'text' }
  | { readonly kind: 'time' }
  | { readonly kind: 'amount' }
  /** Each answer is a filter of its own, which begins with the field at the path. */
  | {
      readonly kind: 'choice';
      readonly options: readonly { readonly value: string; readonly label: TextKey; readonly filter: Filter }[];
    }
  /** A record, as `name@id`. Without a way to find one, only a link names it. */
  | { readonly kind: 'id'; readonly find?: Find }
  | {
      readonly kind: 'flag';
      readonly yes: TextKey;
      readonly no: TextKey;
      /** The path leads to records: yes is that some are such, no is that none is. */
      readonly some?: Filter;
      /** Whether the record has a value at all. */
      readonly isPresence?: boolean;
    }
);

/** Finds records by what is typed. */
export type Find = (client: Client, typed: string, text: Text) => Promise<readonly Picked[]>;

export type Search = Readonly<Record<string, string>>;
export type Filter = { readonly [name: string]: unknown };

export const EMPTY = 'empty';
/** What stands for the name of a record that a saved view has by its id only. */
const SHORT_ID = 8;
export const PERIODS = ['15m', '1h', '24h', '7d', '30d', '90d', '365d'] as const;
export const CALENDAR = [
  'TODAY',
  'YESTERDAY',
  'THIS_WEEK',
  'PREVIOUS_WEEK',
  'THIS_MONTH',
  'PREVIOUS_MONTH',
  'THIS_YEAR',
  'PREVIOUS_YEAR',
] as const;

/** The filter of GraphQL that the address says; what it does not understand is left out. */
export function filterOf(defs: readonly FilterDef[], search: Search): Filter | undefined {
  const parts = defs.flatMap((def) => {
    const condition = conditionOf(def, search[def.key]);
    if (condition && def.kind === 'choice') return [condition];
    return condition ? [def.path.reduceRight<Filter>((inside, name) => ({ [name]: inside }), condition)] : [];
  });
  if (parts.length === 0) return undefined;
  return parts.length === 1 ? parts[0] : { and: parts };
}

export function conditionOf(def: FilterDef, value: string | undefined): Filter | undefined {
  if (!value) return undefined;
  if (def.kind === 'choice') return def.options.find((option) => option.value === value)?.filter;
  if (value === EMPTY && def.kind !== 'flag') return { isNull: true };
  if (def.kind === 'enum') {
    const chosen = value.split(',').filter((one) => def.values.includes(one));
    return chosen.length > 0 ? { in: chosen } : undefined;
  }
  if (def.kind === 'flag') {
    if (value !== 'yes' && value !== 'no') return undefined;
    if (def.isPresence) return { isNull: value === 'no' };
    return def.some ? { [value === 'yes' ? 'some' : 'none']: def.some } : { eq: value === 'yes' };
  }
  if (def.kind === 'id') return { eq: value.slice(value.lastIndexOf('@') + 1) };
  if (def.kind === 'text') {
    const { how, what } = partsOfText(value);
    return what === '' ? undefined : { [how]: what };
  }
  if (def.kind === 'amount') return amountCondition(value);
  const days = daysOf(value);
  if (days) return { gte: days.from, lte: days.to };
  const [how = '', what = ''] = value.split(':');
  if (how === 'last' && /^\d+[mhdw]$/.test(what)) return { withinLast: what };
  if (how === 'before' && /^\d+[mhdw]$/.test(what)) return { olderThan: what };
  return how === 'during' && CALENDAR.some((one) => one === what) ? { during: what } : undefined;
}

const CONTAINS = '~';
const IS = '=';

/** `~lamp`: contains it; `lamp` and `=lamp`: is it. */
export function partsOfText(value: string): { readonly how: 'contains' | 'eq'; readonly what: string } {
  if (value.startsWith(CONTAINS)) return { how: 'contains', what: value.slice(1) };
  return { how: 'eq', what: value.startsWith(IS) ? value.slice(1) : value };
}

/** The parameter for a text; a text that reads like a condition itself gets its sign, and is a text again. */
export function parameterOfText(how: 'contains' | 'eq', what: string): string {
  if (what === '') return '';
  if (how === 'contains') return CONTAINS + what;
  return what === EMPTY || what.startsWith(CONTAINS) || what.startsWith(IS) ? IS + what : what;
}

/** `2026-11-21..2026-11-27`: both days belong to it, by the clock of the business. */
export function daysOf(value: string): { readonly from: string; readonly to: string } | undefined {
  const [, from = '', to = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(value) ?? [];
  return from && to ? { from, to } : undefined;
}

/** `1000..5000`, `1000..`, `..5000`: both ends belong to it. */
function amountCondition(value: string): Filter | undefined {
  const [, least = '', most = ''] = /^(\d{0,15})\.\.(\d{0,15})$/.exec(value) ?? [];
  const condition = { ...(least && { gte: Number(least) }), ...(most && { lte: Number(most) }) };
  return Object.keys(condition).length > 0 ? condition : undefined;
}

/** The parameters of the address for a filter of GraphQL, as saved views have it; conditions that no filter of the screen says are left out. */
export function searchOf(defs: readonly FilterDef[], filter: unknown): Record<string, string> {
  const parts = isFilter(filter) && Array.isArray(filter.and) ? filter.and : [filter];
  const found: Record<string, string> = {};
  const isChosen = new Set<unknown>();
  for (const def of defs)
    for (const part of parts) {
      if (def.kind !== 'choice' || !isFilter(part) || !def.path.every((name) => name in part)) continue;
      const option = def.options.find((one) => isWithin(part, one.filter));
      if (!option) continue;
      found[def.key] = option.value;
      isChosen.add(part);
    }
  for (const def of defs)
    for (const part of parts) {
      if (def.kind === 'choice' || isChosen.has(part)) continue;
      const condition = def.path.reduce<unknown>((inside, name) => (isFilter(inside) ? inside[name] : undefined), part);
      const value = isFilter(condition) ? parameterOf(def, condition) : undefined;
      if (value) found[def.key] = value;
    }
  return found;
}

/** Whether a filter has all conditions of a part. */
const isWithin = (part: Filter, filter: Filter) =>
  Object.entries(part).every(([name, condition]) => JSON.stringify(filter[name]) === JSON.stringify(condition));

function parameterOf(
  def: Exclude<FilterDef, { kind: 'choice' }>,
  { isNull, in: among, eq, contains, withinLast, olderThan, during, gte, lte, some, none }: Filter,
): string | undefined {
  if (def.kind === 'flag' && def.some) {
    const such = JSON.stringify(def.some);
    if (JSON.stringify(some) === such) return 'yes';
    return JSON.stringify(none) === such ? 'no' : undefined;
  }
  if (def.kind === 'flag' && def.isPresence) return isNull === true ? 'no' : 'yes';
  if (isNull === true) return EMPTY;
  if (Array.isArray(among)) return among.join(',');
  if (def.kind === 'amount') return gte === undefined && lte === undefined ? undefined : `${gte ?? ''}..${lte ?? ''}`;
  if (def.kind === 'time' && typeof gte === 'string' && typeof lte === 'string') return `${gte}..${lte}`;
  if (def.kind === 'flag') return eq === true ? 'yes' : 'no';
  if (typeof contains === 'string') return parameterOfText('contains', contains);
  if (typeof withinLast === 'string') return `last:${withinLast}`;
  if (typeof olderThan === 'string') return `before:${olderThan}`;
  if (typeof during === 'string') return `during:${during}`;
  if (def.kind === 'id') return typeof eq === 'string' ? `${eq.slice(0, SHORT_ID)}@${eq}` : undefined;
  if (typeof eq !== 'string') return undefined;
  return def.kind === 'text' ? parameterOfText('eq', eq) : eq;
}

/** The name in `name@id`, which may have an @ itself. */
export const nameOfId = (value: string): string => value.replace(/@[^@]*$/, '');

const isFilter = (value: unknown): value is Filter => typeof value === 'object' && value !== null;
