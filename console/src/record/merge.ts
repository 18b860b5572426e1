/** The values of a record's fields, as a form has them: a field without a value is an empty text. */
export type Values = Readonly<Record<string, string>>;

/** A record as it was read: its revision and its values. */
export interface Version {
  readonly revision: number;
  readonly values: Values;
  /** When it was last saved. */
  readonly updatedAt?: string | null;
  /** By whom, where the role may read that. */
  readonly savedBy?: string | undefined;
}

/** A field that two people changed to different values. */
export interface Conflict {
  readonly name: string;
  readonly before: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface Merged {
  /** Their values with mine; a conflict has mine. */
  readonly values: Values;
  readonly conflicts: readonly Conflict[];
  /** The fields that only they changed. */
  readonly taken: readonly string[];
}

/**
 * A three-way merge by field: whoever alone changed a field has it, and both have what they changed alike.
 * @param base what both began with
 */
export function merge(base: Values, mine: Values, theirs: Values): Merged {
  const conflicts: Conflict[] = [];
  const taken: string[] = [];
  const values = Object.fromEntries(
    Object.entries(theirs).map(([name, their]) => {
      const before = base[name] ?? '';
      const my = mine[name] ?? '';
      if (my === before) {
        if (their !== before) taken.push(name);
        return [name, their];
      }
      if (their !== before && their !== my) conflicts.push({ name, before, mine: my, theirs: their });
      return [name, my];
    }),
  );
  return { values, conflicts, taken };
}

/** The fields that differ from the base, with their new values. */
export function changesOf(base: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (base[name] ?? '')));
}
