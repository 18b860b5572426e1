import type { TSchema } from 'typebox';
import { CALENDAR_PERIODS, type CalendarPeriod } from '../model/enums.ts';
import { dayIn, isDate } from './formats/business-time.ts';
import { periodAt } from './formats/calendar-period.ts';
import { TIME_CONDITION } from './kernel/list.ts';

/** The meaning of dates and calendar periods in filters, the same on every transport and in every list. */

/** The business time zone. The command line has no settings: they are read only for a date or a period. */
type Zone = { readonly businessTimeZone: string };

type Members = Readonly<Record<string, unknown>>;

/**
 * A filter in which every date and every period of the calendar is a time, as lists compare them: `gte` and `lt` of a date mean the
 * start of its day in the business time zone, `eq` and `in` the whole day.
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
  return mapped(node, (name, part) => {
    // One level deeper, the fields are the same.
    if (name === 'and' || name === 'or' || name === 'not') return nodeOf(schema, part, now, zone);
    const condition = properties[name] as (TSchema & { readonly title?: string }) | undefined;
    if (!condition || !isMembers(part)) return part;
    return condition.title === TIME_CONDITION
      ? mapped(part, (operator, value) => timeOf(operator, value, now, zone))
      : nodeOf(condition, part, now, zone);
  });
}

function timeOf(operator: string, value: unknown, now: Date, zone: Zone): unknown {
  if (Array.isArray(value)) return value.map((each) => timeOf(operator, each, now, zone));
  if (typeof value !== 'string') return value;
  if (operator === 'during') return isPeriod(value) ? periodAt(value, now, zone.businessTimeZone) : value;
  if (!isDate(value)) return value;
  const day = dayIn(value, zone.businessTimeZone);
  return operator === 'eq' || operator === 'in' ? day : day.from;
}

function isPeriod(value: string): value is CalendarPeriod {
  return CALENDAR_PERIODS.some((period) => period === value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function mapped(members: Members, change: (name: string, value: unknown) => unknown): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(name, value)]));
}
