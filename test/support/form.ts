import { randomBytes } from 'node:crypto';
import type { Client, Reply } from './callers.ts';

/** One part of a form; `fileName` makes it a file. */
export interface Part {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly fileName?: string;
  readonly type?: string;
}

export interface Form {
  readonly body: Buffer;
  readonly headers: { readonly 'content-type': string };
}

/** A form as browsers send it (multipart/form-data), its parts in this order. */
export function formOf(parts: readonly Part[], boundary = `----karvon${randomBytes(8).toString('hex')}`): Form {
  const pieces = parts.flatMap(({ name, value, fileName, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    value,
    '\r\n',
  ]);
  return {
    body: Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Fields as parts; a list is one part for each of its members, undefined is none. */
export function partsOf(fields: Readonly<Record<string, unknown>>): Part[] {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((member) => ({ name, value: String(member) })),
  );
}

/** Sends fields and a file named `file`. */
export function postForm(
  client: Client,
  path: string,
  fields: Readonly<Record<string, unknown>>,
  file: Uint8Array,
  fileName = 'lamp.release',
): Promise<Reply> {
  const { body, headers } = formOf([
    ...partsOf(fields),
    { name: 'file', value: file, fileName, type: 'application/octet-stream' },
  ]);
  return client.rest('POST', path, body, headers);
}
