import { isDeepStrictEqual } from 'node:util';
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

/** The members of a change that differ from what there is; undefined members are not given. */
export function withoutEqual<T extends object, Given extends { readonly [Name in keyof T]?: unknown }>(
  before: T,
  given: Given,
): Partial<Given> {
  const differing = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name as keyof T]),
  );
  return Object.fromEntries(differing) as Partial<Given>;
}

function same(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  return (a ?? null) === (b ?? null);
}
