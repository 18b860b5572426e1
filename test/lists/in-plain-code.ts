import type { FilterNode } from '../../src/persistence/lists/list-filter.ts';
import type { SortKey } from '../../src/persistence/lists/list-order.ts';
import { NOW, type Thing } from './things.ts';

/** What lists promise, said a second time without SQL. */

type Value = string | number | boolean | null;

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

export function matches(filter: FilterNode, thing: Thing): boolean {
  return Object.entries(filter).every(([name, value]) => {
    if (name === 'and') return filter.and?.every((node) => matches(node, thing));
    if (name === 'or') return filter.or?.some((node) => matches(node, thing));
    if (name === 'not') return filter.not && !matches(filter.not, thing);
    const own = Object.entries(thing).find(([key]) => key === name)?.[1] ?? null;
    return Object.entries(value ?? {}).every(([operator, operand]) => holds(operator, own, operand));
  });
}

function holds(operator: string, own: Value, operand: unknown): boolean {
  if (operator === 'isNull') return (own === null) === operand;
  if (operator === 'ne') return own !== operand;
  if (operator === 'notIn') return !holds('in', own, operand);
  if (own === null) return false;
  if (operator === 'eq') return own === operand;
  if (operator === 'in') return Array.isArray(operand) && operand.includes(own);
  if (operator === 'contains') return contains(own, String(operand));
  if (operator === 'startsWith') return String(own).toLowerCase().startsWith(String(operand).toLowerCase());
  if (operator === 'withinLast' || operator === 'olderThan') {
    const [count, unit] = [String(operand).slice(0, -1), String(operand).slice(-1)];
    const isWithin = Date.parse(String(own)) >= NOW.getTime() - Number(count) * (UNIT_MS[unit] ?? Number.NaN);
    return operator === 'withinLast' ? isWithin : !isWithin;
  }
  const [left, right] = typeof own === 'number' ? [own, Number(operand)] : [String(own), String(operand)];
  if (operator === 'gt' || operator === 'lte') return left > right === (operator === 'gt');
  return left >= right === (operator === 'gte');
}

export function contains(own: Value, text: string): boolean {
  return own !== null && String(own).toLowerCase().includes(text.toLowerCase());
}

/** Rows without a value last in both directions; the age, then the id decides in the direction of the last key. */
export function sorted(things: readonly Thing[], sort: readonly SortKey[]): Thing[] {
  const keys = sort.length > 0 ? sort : [{ field: 'createdAt', direction: 'DESC' } as const];
  const ties = ['createdAt', 'id'].map((field) => ({ field, direction: keys.at(-1)?.direction ?? 'ASC' }));
  return things.toSorted((one, other) => {
    for (const { field, direction } of [...keys, ...ties]) {
      const [a, b] = [fieldOf(one, field), fieldOf(other, field)];
      if (a === b) continue;
      if (a === null) return 1;
      if (b === null) return -1;
      return direction === 'ASC' ? compare(a, b) : compare(b, a);
    }
    return 0;
  });
}

function fieldOf(thing: Thing, field: string): Value {
  return Object.entries(thing).find(([key]) => key === field)?.[1] ?? null;
}

function compare(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}
