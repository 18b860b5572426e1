import type { Client, TypedDocumentNode } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import { type Problem, problemOf } from '../api/problem.ts';

export const WINDOW = 100;
/** Windows that are farther from the screen give their rows back; their cursors stay. */
const KEPT = 8;

export interface Connection<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: {
    readonly endCursor: string | null;
    readonly startCursor: string | null;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
  };
}

export interface Source<Row, Data, Variables extends object> {
  readonly document: TypedDocumentNode<Data, Variables>;
  /** @param page of the window: `first`, `after`, or `last`, `before` */
  readonly variables: (page: PageVariables) => Variables;
  readonly pick: (data: Data) => Connection<Row> | null | undefined;
}

export interface PageVariables {
  readonly first?: number;
  readonly after?: string | null;
  readonly last?: number;
  readonly before?: string | null;
}

interface Window<Row> {
  /** Where the window before it ends. */
  cursor: string | null;
  size: number;
  rows: readonly Row[] | undefined;
  stop: (() => void) | undefined;
}

/** What a window needs to be there again after the user comes back: the cursors and sizes. */
export type Places = readonly { readonly cursor: string | null; readonly size: number }[];

/** The rows of a list, whatever it asks. */
export type Rows<Row> = Pick<
  Windows<Row>,
  | 'isBackward'
  | 'subscribe'
  | 'version'
  | 'places'
  | 'problem'
  | 'hasMore'
  | 'isRead'
  | 'readAt'
  | 'length'
  | 'row'
  | 'find'
  | 'loaded'
  | 'show'
  | 'refresh'
  | 'stop'
>;

/** The rows of a list, read window by window from its start, or backward from its end. */
export class Windows<Row, Data = unknown, Variables extends object = object> {
  readonly isBackward: boolean;
  #version = 0;
  #windows: Window<Row>[];
  #hasMore = true;
  #problem: Problem | undefined;
  #readAt: string | undefined;
  /** The service was asked for the first window, and has not answered yet. */
  #isAsked = false;
  /** Windows to be read again, once the one before each has been. */
  #old: Set<Window<Row>> = new Set();
  readonly #client: Client;
  readonly #source: Source<Row, Data, Variables>;
  readonly #listeners = new Set<() => void>();

  constructor(client: Client, source: Source<Row, Data, Variables>, isBackward: boolean, places: Places = []) {
    this.#client = client;
    this.#source = source;
    this.isBackward = isBackward;
    this.#windows = (places.length > 0 ? places : [{ cursor: null, size: 0 }]).map((place) => ({
      ...place,
      rows: undefined,
      stop: undefined,
    }));
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = () => this.#version;

  get places(): Places {
    return this.#windows.filter(({ size }) => size > 0).map(({ cursor, size }) => ({ cursor, size }));
  }

  get problem() {
    return this.#problem;
  }

  get hasMore() {
    return this.#hasMore;
  }

  /** Whether the first window has arrived. */
  get isRead() {
    return this.#windows.some(({ size, rows }) => size > 0 || rows !== undefined);
  }

  /** When the service gave the first window. */
  get readAt() {
    return this.#readAt;
  }

  get length() {
    return this.#windows.reduce((sum, { size }) => sum + size, 0);
  }

  /** @param index from the top of the screen's list */
  row(index: number): Row | undefined {
    let at = this.isBackward ? this.length - 1 - index : index;
    for (const { size, rows } of this.#windows) {
      if (at < size) return rows?.[this.isBackward ? size - 1 - at : at];
      at -= size;
    }
    return undefined;
  }

  /** The row as it is now, if it was read. */
  find(isIt: (row: Row) => boolean): Row | undefined {
    for (const { rows } of this.#windows) {
      const found = rows?.find(isIt);
      if (found) return found;
    }
    return undefined;
  }

  /** The rows that were read and are still here, in the order of reading. */
  get loaded(): readonly Row[] {
    return this.#windows.flatMap(({ rows = [] }) => rows);
  }

  /** Reads what is needed to show these rows, and lets others go. */
  show(first: number, last: number): void {
    const from = this.isBackward ? this.length - 1 - last : first;
    const to = this.isBackward ? this.length - 1 - first : last;
    let begin = 0;
    const near = new Set<number>();
    this.#windows.forEach(({ size }, index) => {
      if (begin <= to + WINDOW / 2 && begin + size >= from - WINDOW / 2) near.add(index);
      begin += size;
    });
    if (near.size === 0) near.add(0);
    for (const index of near) this.#read(index);
    const [low, high] = [Math.min(...near) - KEPT, Math.max(...near) + KEPT];
    this.#windows.forEach((window, index) => {
      if ((index < low || index > high) && window.stop && window.size > 0) {
        this.#release(window);
        window.rows = undefined;
      }
    });
  }

  /** Reads the windows near the screen again, one after another: each begins where the one before it ends now. */
  refresh(): void {
    this.#problem = undefined;
    const near = this.#windows.filter(({ stop }) => stop);
    for (const window of near) this.#release(window);
    this.#old = new Set(near.slice(1));
    this.#read(near[0] ? this.#windows.indexOf(near[0]) : 0, true);
  }

  stop(): void {
    for (const window of this.#windows) this.#release(window);
  }

  #release(window: Window<Row>): void {
    window.stop?.();
    window.stop = undefined;
  }

  #read(index: number, isFresh = false): void {
    const window = this.#windows[index];
    if (!window || window.stop) return;
    const { cursor } = window;
    const page = this.isBackward ? { last: WINDOW, before: cursor } : { first: WINDOW, after: cursor };
    window.stop = () => undefined;
    if (index === 0) this.#isAsked = true;
    const { unsubscribe } = pipe(
      this.#client.query(this.#source.document, this.#source.variables(page), {
        requestPolicy: isFresh ? 'network-only' : 'cache-and-network',
      }),
      subscribe(({ data, error, stale }) => this.#take(window, data, problemOf(error), stale)),
    );
    window.stop = unsubscribe;
  }

  #take(window: Window<Row>, data: Data | undefined, problem: Problem | undefined, isOld: boolean): void {
    const connection = data ? this.#source.pick(data) : undefined;
    this.#problem = connection ? undefined : problem;
    if (connection) {
      window.rows = connection.nodes;
      window.size = connection.nodes.length;
      if (this.#isAsked && !isOld && window === this.#windows[0]) {
        this.#isAsked = false;
        this.#readAt = new Date().toISOString();
      }
      this.#follow(this.#windows.indexOf(window) + 1, connection, isOld);
    }
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  /**
   * The next window begins where this one ends. Where that is another row than before, a window that was read there is read again: else rows at the edge would be twice
   * in the list, or missing.
   * @param isOld the answer is the cache's, and another comes
   */
  #follow(index: number, { pageInfo }: Connection<Row>, isOld: boolean): void {
    const hasMore = this.isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage;
    const cursor = this.isBackward ? pageInfo.startCursor : pageInfo.endCursor;
    const next = this.#windows[index];
    if (next && isOld) return;
    if (!hasMore || !cursor) {
      this.#hasMore = false;
      for (const window of this.#windows.splice(index)) this.#release(window);
      return;
    }
    if (!next) {
      this.#hasMore = true;
      this.#windows.push({ cursor, size: 0, rows: undefined, stop: undefined });
      return;
    }
    if (!this.#old.delete(next) && next.cursor === cursor) return;
    next.cursor = cursor;
    this.#release(next);
    if (next.rows) this.#read(index, true);
  }
}
