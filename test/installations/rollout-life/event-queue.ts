/** Events in the order of their times; those of one time in the order in which they were added. */
export interface EventQueue<T> {
  add(ms: number, event: T): void;
  next(): { readonly ms: number; readonly event: T } | undefined;
}

interface Entry<T> {
  readonly ms: number;
  readonly order: number;
  readonly event: T;
}

/** A binary heap. */
export function eventQueue<T>(): EventQueue<T> {
  const heap: Entry<T>[] = [];
  let added = 0;
  const at = (index: number) => heap[index];
  const isBefore = (one: Entry<T> | undefined, other: Entry<T> | undefined) =>
    one !== undefined && other !== undefined && (one.ms - other.ms || one.order - other.order) < 0;
  const swap = (one: number, other: number) => {
    const [first, second] = [at(one), at(other)];
    if (first && second) [heap[one], heap[other]] = [second, first];
  };
  return {
    add(ms, event) {
      added += 1;
      heap.push({ ms, order: added, event });
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!isBefore(at(child), at(parent))) return;
        swap(child, parent);
        child = parent;
      }
    },
    next() {
      const first = at(0);
      const last = heap.pop();
      if (!first || !last) return undefined;
      if (heap.length > 0) heap[0] = last;
      for (let parent = 0; ; ) {
        const [left, right] = [2 * parent + 1, 2 * parent + 2];
        const child = isBefore(at(right), at(left)) ? right : left;
        if (!isBefore(at(child), at(parent))) return first;
        swap(child, parent);
        parent = child;
      }
    },
  };
}
