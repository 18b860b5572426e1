/** The ids of records that answers showed, by kind: parameters that name a record take them from here. */
export class KnownRecords {
  readonly #ids = new Map<string, string[]>();
  readonly #reserved = new Set<string>();

  /** Keeps an id out: records that the fuzzer itself rests on, such as its callers, and those that are gone. */
  reserve(id: string): void {
    this.#reserved.add(id);
    for (const ids of this.#ids.values()) {
      const at = ids.indexOf(id);
      if (at >= 0) ids.splice(at, 1);
    }
  }

  add(kind: string, id: string): void {
    if (this.#reserved.has(id)) return;
    const ids = this.#ids.get(kind) ?? [];
    this.#ids.set(kind, ids);
    if (ids.includes(id)) return;
    ids.push(id);
    if (ids.length > MOST) ids.shift();
  }

  /** One of them; undefined when none is known. @param pick any whole number */
  pick(kind: string, pick: number): string | undefined {
    const ids = this.#ids.get(kind) ?? [];
    return ids[ids.length - 1 - (pick % ids.length)];
  }

  /** One of a kind that a name is about (`updateSale`, `customerId`), or else of any kind. @param pick any whole number */
  named(name: string, pick: number): string | undefined {
    const word = name.toLowerCase();
    const kinds = [...this.#ids.keys()];
    const meant = kinds.filter((kind) => word.includes(kind.replace(/Detail$/, '').toLowerCase()));
    const from = meant.length > 0 ? meant : kinds;
    const kind = from[pick % from.length];
    return kind === undefined ? undefined : this.pick(kind, pick);
  }
}

/** Of one kind; the oldest are forgotten. */
const MOST = 100;
