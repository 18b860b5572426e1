import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '../../domain/kernel/errors.ts';
import { unsupportedMedia } from '../errors.ts';
import { decodeField } from './form-text.ts';

/** RFC 2046, 5.1.1: 1 to 70 of these, and no space at the end. */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;
/** One `; name=value` or `; name="value"` (RFC 9110, 5.6.6). */
const PARAMETER = /\s*;\s*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/y;
const UTF8 = /^(?:utf-?8|us-ascii)$/i;
/** RFC 7578, 4.7: parts are not encoded. */
const PLAIN_ENCODINGS = new Set(['7bit', '8bit', 'binary']);

/** Headers of one part from the parser: bytes as latin1, names in lower case. */
export type PartHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The boundary of a request's form.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE for another type, charset or a compressed body; MALFORMED_MULTIPART
 */
export function boundaryOf(headers: IncomingHttpHeaders): string {
  const type = headers['content-type'] ?? '';
  const [media = ''] = type.split(';', 1);
  if (media.trim().toLowerCase() !== 'multipart/form-data') {
    throw unsupportedMedia('The body must be multipart/form-data.');
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupportedMedia('The body must not be compressed.');
  }
  const parameters = parametersOf(type.slice(media.length));
  const boundary = parameters?.get('boundary');
  if (boundary === undefined || !BOUNDARY.test(boundary))
    throw malformed('The boundary parameter of the form is missing or invalid.');
  if (!UTF8.test(parameters?.get('charset') ?? 'utf-8'))
    throw unsupportedMedia('The charset of the form must be UTF-8.');
  return boundary;
}

/**
 * Parses the headers of a part.
 * @returns `fileName` undefined if the part is not a file
 * @throws DomainError MALFORMED_MULTIPART or INVALID_TEXT_ENCODING
 */
export function readPartHeaders(headers: PartHeaders): { readonly name: string; readonly fileName?: string } {
  const [disposition, second] = headers['content-disposition'] ?? [];
  if (disposition === undefined || second !== undefined || !/^form-data\s*;/i.test(disposition)) {
    throw malformed('Each part must have one Content-Disposition: form-data header.');
  }
  const parameters = parametersOf(disposition.slice('form-data'.length));
  const name = parameters?.get('name');
  if (!parameters || name === undefined || name === '') throw malformed('Each part must have a name.');
  requirePlain(headers);
  const fileName = parameters.get('filename') ?? parameters.get('filename*');
  return {
    name: decoded('The name of a part', name),
    ...(fileName === undefined ? {} : { fileName: decoded('The name of a file', fileName) }),
  };
}

function requirePlain(headers: PartHeaders): void {
  const [encoding = 'binary'] = headers['content-transfer-encoding'] ?? [];
  if (!PLAIN_ENCODINGS.has(encoding.trim().toLowerCase()))
    throw malformed('Parts must not have a Content-Transfer-Encoding other than 7bit, 8bit or binary.');
  const type = headers['content-type']?.[0] ?? '';
  const charset = parametersOf(type.slice(type.split(';', 1)[0]?.length))?.get('charset') ?? 'utf-8';
  if (!UTF8.test(charset))
    throw invalid('INVALID_TEXT_ENCODING', 'OTHER', { problem: 'The charset of fields must be UTF-8.' });
}

/** Undefined if the text is malformed or repeats a parameter. */
function parametersOf(text: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  let end = 0;
  PARAMETER.lastIndex = 0;
  for (let match = PARAMETER.exec(text); match; match = PARAMETER.exec(text)) {
    const [, name = '', quoted, bare = ''] = match;
    if (found.has(name.toLowerCase())) return undefined;
    found.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
    end = PARAMETER.lastIndex;
  }
  return text.slice(end).trim() === '' ? found : undefined;
}

function decoded(what: string, latin1: string): string {
  const text = decodeField(what, Buffer.from(latin1, 'latin1'));
  if (/[\r\n]/.test(text)) throw malformed(`${what} must be a single line.`);
  return text;
}

function malformed(problem: string) {
  return invalid('MALFORMED_MULTIPART', { problem });
}
