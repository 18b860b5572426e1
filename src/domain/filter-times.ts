import type { TSchema } from 'typebox';
import { CALENDAR_PERIODS, type CalendarPeriod } from '../model/enums.ts';
import { isGroup } from '../model/filter-language.ts';
import { dayIn, isDate } from './formats/business-time.ts';
import { periodAt } from './formats/calendar-period.ts';
import { edgeIn, isMembers } from './kernel/filter-parts.ts';
import { TIME_CONDITION } from './kernel/list.ts';

/** The meaning of dates and calendar periods in filters, the same on every transport and in every list. */

/** The business time zone. The command line has no settings: they are read only for a date or a period. */
type Zone = { readonly businessTimeZone: string };

type Members = Readonly<Record<string, unknown>>;

/**
 * A filter in which every date and every period of the calendar is a time, as lists compare them: `gte` and `lt` of a date mean the
 * start of its day in the business time zone, all other operators the whole day.
 * @param schema of the filter (`refinementFor`); it says which fields are times
 * @param filter valid
 */
export function withTimes<Filter>(schema: TSchema, filter: Filter, now: Date, zone: Zone): Filter {
  return nodeOf(schema, filter, now, zone) as Filter;
}

function nodeOf(schema: TSchema, node: unknown, now: Date, zone: Zone): unknown {
  if (Array.isArray(node)) return node.map((part) => nodeOf(schema, part, now, zone));
  if (!isMembers(node)) return node;
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, TSchema>> };
  const quantified = (quantifier: string, value: unknown, to: TSchema): unknown =>
    quantifier === 'atLeast' && isMembers(value)
      ? { ...value, of: nodeOf(to, value.of ?? {}, now, zone) }
      : nodeOf(to, value, now, zone);
  return mapped(node, (name, part) => {
    // One level deeper, the fields are the same.
    if (isGroup(name)) return nodeOf(schema, part, now, zone);
    const edge = edgeIn(schema, name);
    if (edge?.isMany && isMembers(part))
      return mapped(part, (quantifier, value) => quantified(quantifier, value, edge.to));
    if (edge) return nodeOf(edge.to, part, now, zone);
    const condition = properties[name] as (TSchema & { readonly title?: string }) | undefined;
    if (!condition || !isMembers(part)) return part;
    if (condition.title !== TIME_CONDITION) return part;
    return mapped(part, (operator, value) => timeOf(operator, value, now, zone));
  });
}

function timeOf(operator: string, value: unknown, now: Date, zone: Zone): unknown {
  if (Array.isArray(value)) return value.map((each) => timeOf(operator, each, now, zone));
  if (typeof value !== 'string') return value;
  if (operator === 'during') return isPeriod(value) ? periodAt(value, now, zone.businessTimeZone) : value;
  if (!isDate(value)) return value;
  const day = dayIn(value, zone.businessTimeZone);
  return operator === 'gte' || operator === 'lt' ? day.from : day;
}

function isPeriod(value: string): value is CalendarPeriod {
  return CALENDAR_PERIODS.some((period) => period === value);
}

function mapped(members: Members, change: (name: string, value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(name, value)]));
}
