export type Fields = Readonly<Record<string, string>>;

/** A field that both changed, each to another value. */
export interface Clash {
  readonly mine: string;
  readonly theirs: string;
}

export interface Merged {
  readonly values: Fields;
  readonly clashes: Readonly<Record<string, Clash>>;
}

/** What results of two changes to the same base, field by field: a choice is left only where both changed one, and not to the same. */
export function mergeOf(base: Fields, mine: Fields, theirs: Fields): Merged {
  const values: Record<string, string> = {};
  const clashes: Record<string, Clash> = {};
  for (const [name, own = ''] of Object.entries(mine)) {
    const other = theirs[name] ?? '';
    values[name] = own === base[name] ? other : own;
    if (own !== base[name] && other !== base[name] && own !== other) clashes[name] = { mine: own, theirs: other };
  }
  return { values, clashes };
}
