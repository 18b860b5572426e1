import type { Changes } from './operation.ts';

/**
 * The fields that differ, for the audit entry.
 * @param fields the fields to compare; must not include secrets
 */
export function changesBetween<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): Changes {
  return Object.fromEntries(
    fields
      .filter((field) => !same(before[field], after[field]))
      .map((field) => [field, { from: before[field] ?? null, to: after[field] ?? null }]),
  );
}

function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  return (a ?? null) === (b ?? null);
}
