import { randomUUID } from 'node:crypto';
import type { Operation } from './document.ts';
import { RawBody, Repeated } from './invalid-values.ts';
import type { KnownRecords } from './known-records.ts';
import { type FormPart, formOf, type WireRequest } from './request.ts';
import { FileContent, type Input, Reference } from './values.ts';

/** The input with the ids of known records in place of references. */
export function withIds(input: Input, records: KnownRecords): Input {
  return resolved(input, records) as Input;
}

function resolved(value: unknown, records: KnownRecords): unknown {
  if (value instanceof Reference) return records.pick(value.kind, value.pick) ?? randomUUID();
  if (Array.isArray(value)) return value.map((each) => resolved(each, records));
  if (typeof value !== 'object' || value === null || isOpaque(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, records)]));
}

function isOpaque(value: object): boolean {
  return [FileContent, RawBody, Repeated].some((kind) => value instanceof kind);
}

interface By {
  readonly headers: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** Writes an input down as a request. @param by the credential and the network of the caller */
export function written(operation: Operation, input: Input, { headers, address }: By): WireRequest {
  const { body, contentType } = bodyOf(operation, input.body);
  const own = Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: operation.method,
    path: pathOf(operation.path, input.path) + queryOf(input.query),
    headers: { ...(contentType === undefined ? {} : { 'content-type': contentType }), ...own, ...headers },
    ...(body === undefined ? {} : { body }),
    ...(address === undefined ? {} : { address }),
  };
}

/** The path with its parameters. */
export function pathOf(template: string, values: Input['path']): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? randomUUID())),
  );
}

function queryOf(query: Input['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (value instanceof Repeated ? [value.value, value.value] : [value]).map((each): [string, string] => [
      name,
      String(each),
    ]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function bodyOf(
  operation: Operation,
  body: unknown,
): { readonly body?: string | Buffer; readonly contentType?: string } {
  if (operation.body === undefined || body === undefined) return {};
  if (body instanceof RawBody) return { body: body.text, contentType: body.contentType };
  if (operation.body.mediaType !== 'multipart/form-data') {
    return { body: JSON.stringify(body), contentType: 'application/json' };
  }
  return formOf(Object.entries(Object(body)).flatMap(([name, value]) => partsOf(name, value)));
}

/** A list is a field that is repeated. */
function partsOf(name: string, value: unknown): FormPart[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => partsOf(name, each));
  if (value instanceof FileContent) return [{ name, value: value.bytes, fileName: 'fuzz.release' }];
  return [{ name, value: String(value).toWellFormed() }];
}
