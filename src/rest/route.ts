import type { Operation } from '../domain/kernel/operation.ts';
import type { RestContext } from './request-state.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Applies HTTP-specific changes to the answer: a cookie, another content type. @returns the body, or a promise of it */
export type WireAdapter = (ctx: RestContext, result: never, wire: WireSettings) => unknown;

/** Settings of this installation for adapters. */
export interface WireSettings {
  readonly cookie: { readonly name: string; readonly secure: boolean };
}

/** One row of the contract's endpoint table. */
export interface Route {
  readonly method: Method;
  /** As @koa/router writes it: `/v1/admin/sales/:id`. */
  readonly path: string;
  /** The status of success. */
  readonly status: number;
  readonly operation: Operation;
  readonly adapter?: WireAdapter;
  /** Format of the input, if it is not JSON. */
  readonly body?: 'form';
  /** Parameters are ignored, not refused: some clients add them to get past caches. */
  readonly ignoresQuery?: true;
  /** The answer sets the session's cookie, or ends it. */
  readonly setsCookie?: true;
  /** Members of the answer that REST leaves out, in records of a list too. */
  readonly omits?: readonly string[];
  /** Parameters whose text is JSON. */
  readonly jsonParameters?: readonly string[];
}

type Row = Omit<Route, 'path'> & { readonly path: string };

/** The rows of one table; each path is continued from the prefix. */
export function routes(prefix: string, rows: readonly Row[]): Route[] {
  return rows.map((row) => ({ ...row, path: prefix + row.path }));
}

const row =
  (method: Method) =>
  (path: string, status: number, operation: Operation, adapter?: WireAdapter): Row => ({
    method,
    path,
    status,
    operation,
    ...(adapter ? { adapter } : {}),
  });

/** A POST of a form with a file. */
export function postForm(path: string, status: number, operation: Operation): Row {
  return { ...row('POST')(path, status, operation), body: 'form' };
}

export const get = row('GET');
export const post = row('POST');
export const put = row('PUT');
export const patch = row('PATCH');
export const del = row('DELETE');
