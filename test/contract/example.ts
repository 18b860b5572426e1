import type { RunningApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';

/** A file in the form of a multipart operation. */
export interface FileField {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** What a valid call carries. */
export interface Example {
  /** For `{id}` in the path, and the `id` argument in GraphQL. */
  readonly id?: string;
  /** As JSON; as a form where the operation takes one, with files as `FileField`. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The proof of another input of the same device, at any time (Unix milliseconds; default: the app's), for any operation. */
  readonly sign?: (
    input: Readonly<Record<string, unknown>>,
    timestamp?: number,
    operation?: string,
  ) => Record<string, string>;
}

/** Makes the records a valid call needs. `caller` is who will make it; nobody in particular for public operations. */
export type ExampleMaker = (app: RunningApp, caller: Caller | undefined) => Example | Promise<Example>;
