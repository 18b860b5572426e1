import { callerOf, callRest } from '../contract/calls.ts';
import type { Example } from '../contract/example.ts';
import { exampleOf } from '../contract/examples.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { contract } from '../support/contract.ts';

type Headers = Readonly<Record<string, string>>;

/** A call that is about to be made. */
interface Prepared {
  /** Names what the call has to wait for: `$1` of `held`. */
  readonly key: string;
  send(headers: Headers): Promise<Pick<Reply, 'status' | 'body'>>;
}

type Prepare = (app: TestApp) => Promise<Prepared>;
/** Rows (`table where ...`), or the name of an advisory lock. */
type Held = string | ((key: string) => string);

/** What another transaction changes of what it holds. */
interface Change {
  /** STALE raises the revision that the call names. */
  readonly set: string;
  /** The code of the answer that follows from the change. */
  readonly code: string;
}

/** A place that locks something, and a call that comes there. */
export interface LockCase {
  /** The function of persistence. */
  readonly lock: string;
  /** The file that calls it, below src. */
  readonly place: string;
  readonly prepare: Prepare;
  readonly held: Held;
  /** Without one the call succeeds. */
  readonly change: Change | undefined;
}

/** A call that waits at `place` for the `lock` on what another transaction holds. */
export function waits(lock: string, place: string, prepare: Prepare, held: Held, change?: Change): LockCase {
  return { lock, place, prepare, held, change };
}

export const STALE = 'revision = revision + 1';
/** The call names the revision that it has read. */
export const stale: Change = { set: STALE, code: 'REVISION_CONFLICT' };

interface Given {
  readonly example?: (app: TestApp, valid: Example) => Partial<Example> | Promise<Partial<Example>>;
  /** From the example and its caller; by default the id in the path. */
  readonly key?: (example: Example, by: Caller | undefined, app: TestApp) => string | Promise<string>;
}

/** A valid call of an operation of the specification. */
export function call(id: string, { example, key }: Given = {}): Prepare {
  return async (app) => {
    const operation = contract.operations.find((one) => one.id === id);
    if (!operation) throw new Error(`The specification has no ${id}.`);
    const by = await callerOf(app, operation);
    const valid = await exampleOf(id, app, by);
    const whole = { ...valid, ...(await example?.(app, valid)) };
    return {
      key: (await key?.(whole, by, app)) ?? whole.id ?? '',
      send: (headers) => callRest(by ?? app, operation, { ...whole, headers: { ...whole.headers, ...headers } }),
    };
  };
}

/** What a field of the body names. */
export const field = (name: string) => (example: Example) => String(example.body?.[name]);
/** The caller. */
export const self = (_example: Example, by: Caller | undefined) => String(by?.admin.id);

/** A mutation by a SUPER_ADMIN. @param make the records; `key` names what the call waits for */
export function mutation(
  document: string,
  make: (app: TestApp, by: Caller) => Promise<{ key: string; variables: object }>,
): Prepare {
  return async (app) => {
    const by = await app.as('SUPER_ADMIN');
    const { key, variables } = await make(app, by);
    return { key, send: (headers) => by.gql(document, { ...variables }, headers) };
  };
}
