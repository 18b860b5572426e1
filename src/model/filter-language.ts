/** The words of the language of filters that are no names of fields, edges or operators. */

/** Members that group filters of the same record: no field and no edge can have these names. */
export const FILTER_GROUPS = ['and', 'or', 'not'] as const;

/** How many of the records match that an edge to many leads to. */
export const QUANTIFIERS = ['some', 'none', 'every', 'atLeast'] as const;

/** The filter that a quantifier holds: `atLeast` holds a `count` beside its filter, `of`. */
export function quantifiedFilter(quantifier: string, value: unknown): unknown {
  if (quantifier !== 'atLeast' || typeof value !== 'object' || value === null) return value;
  return 'of' in value ? value.of : undefined;
}

export function isGroup(name: string): boolean {
  return FILTER_GROUPS.some((group) => group === name);
}

export function isQuantifier(name: string): boolean {
  return QUANTIFIERS.some((quantifier) => quantifier === name);
}
