/** A bounded memory. What was neither set nor found for a while is forgotten first. */
export interface Generations<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

/**
 * Two generations: the older one is forgotten whole when the younger one is full, which costs nothing per look-up.
 * @param capacity what is remembered at most
 */
export function generations<Value>(capacity: number): Generations<Value> {
  let younger = new Map<string, Value>();
  let older = new Map<string, Value>();
  const set = (name: string, value: Value) => {
    if (younger.size >= capacity / 2) {
      older = younger;
      younger = new Map();
    }
    younger.set(name, value);
  };
  return {
    get(name) {
      const young = younger.get(name);
      if (young !== undefined) return young;
      const old = older.get(name);
      if (old !== undefined) set(name, old);
      return old;
    },
    set,
  };
}
