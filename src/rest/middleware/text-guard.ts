import { type DomainError, fieldProblem, pathOf, validationFailed } from '../../domain/kernel/errors.ts';
import type { WireMiddleware } from '../request-state.ts';
import { repeatedName } from './repeated-names.ts';

/** Deeper than any body of the contract, shallow enough for every recursion behind it. */
export const MAX_JSON_DEPTH = 32;
const MAX_SHOWN_NAME = 64;

/** A problem and its path, which is built from the inside out, so that a clean value allocates nothing. */
interface Flaw {
  readonly code: 'TOO_DEEP' | 'NOT_ACCEPTED' | 'BAD_TEXT' | 'BAD_NAME';
  readonly path: string[];
}

/**
 * Rejects a JSON value with NUL or a lone surrogate in a string or a name, with `__proto__` or `constructor` as a name,
 * or with more than MAX_JSON_DEPTH levels.
 * @param root what the value is called when it is the problem itself
 * @throws DomainError INVALID_TEXT_ENCODING or VALIDATION_FAILED, naming the field (`customer.tags[0]`)
 */
export function assertCleanText(value: unknown, root = 'body'): void {
  const flaw = flawOf(value, 1);
  if (flaw) throw errorOf(flaw.code, pathOf(flaw.path.reverse()) || root);
}

function flawOf(value: unknown, depth: number): Flaw | undefined {
  if (typeof value === 'string') return isClean(value) ? undefined : { code: 'BAD_TEXT', path: [] };
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_JSON_DEPTH) return { code: 'TOO_DEEP', path: [] };
  if (Array.isArray(value)) return flawOfItems(value, depth);
  return isRecord(value) ? flawOfRecord(value, depth) : undefined;
}

function flawOfItems(items: readonly unknown[], depth: number): Flaw | undefined {
  for (let index = 0; index < items.length; index += 1) {
    const flaw = flawOf(items[index], depth + 1);
    if (flaw) return at(String(index), flaw);
  }
  return undefined;
}

function flawOfRecord(record: Record<string, unknown>, depth: number): Flaw | undefined {
  for (const name of Object.keys(record)) {
    if (isReservedName(name)) return at(name, { code: 'NOT_ACCEPTED', path: [] });
    if (!isClean(name)) return { code: 'BAD_NAME', path: [] };
    const flaw = flawOf(record[name], depth + 1);
    if (flaw) return at(name, flaw);
  }
  return undefined;
}

function at(name: string, flaw: Flaw): Flaw {
  flaw.path.push(shown(name));
  return flaw;
}

function errorOf(code: Flaw['code'], path: string): DomainError {
  switch (code) {
    case 'TOO_DEEP':
      return validationFailed([fieldProblem(path, code, { maximum: MAX_JSON_DEPTH })]);
    case 'NOT_ACCEPTED':
      return validationFailed([fieldProblem(path, code)]);
    case 'BAD_TEXT':
      return validationFailed([fieldProblem(path, code, { characters: 'lone surrogates' })], 'INVALID_TEXT_ENCODING');
    case 'BAD_NAME':
      return validationFailed([fieldProblem(path, code)], 'INVALID_TEXT_ENCODING');
  }
}

/**
 * Rejects a member that JSON has twice in one object: another reader of the same text may keep the first one.
 * @param text valid JSON
 * @param value what it contains, of at most MAX_JSON_DEPTH levels
 * @throws DomainError VALIDATION_FAILED, naming the member
 */
export function assertNoRepeats(text: string, value: unknown): void {
  const name = repeatedName(text, value);
  if (name !== undefined) throw validationFailed([fieldProblem(shown(name), 'REPEATED')]);
}

/** PostgreSQL refuses NUL in text (22021, 22P05) and alters lone surrogates silently. */
function isClean(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Names that reach an object's prototype when it is copied carelessly. */
function isReservedName(name: string): boolean {
  return name === '__proto__' || name === 'constructor';
}

function isRecord(value: object): value is Record<string, unknown> {
  return !Array.isArray(value);
}

/**
 * The parameters of a query string, as strings; `+` is a space (application/x-www-form-urlencoded).
 * @param querystring without the leading `?`
 * @returns an object without prototype
 * @throws DomainError VALIDATION_FAILED for a repeated key, INVALID_TEXT_ENCODING for a broken `%` sequence, invalid
 *   UTF-8 or NUL, each naming the key
 */
export function parseQuery(querystring: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null);
  if (querystring === '') return query;
  for (const pair of querystring.split('&')) {
    if (pair !== '') addParameter(query, pair);
  }
  return query;
}

function addParameter(query: Record<string, string>, pair: string): void {
  const equals = pair.indexOf('=');
  const rawName = equals === -1 ? pair : pair.slice(0, equals);
  const name = decodeText(rawName.replaceAll('+', ' '), 'query');
  if (name in query) throw validationFailed([fieldProblem(shown(name), 'REPEATED')]);
  query[name] = equals === -1 ? '' : decodeText(pair.slice(equals + 1).replaceAll('+', ' '), shown(name));
}

/**
 * One percent-decoded path segment or query part.
 * @param field its name in the error
 * @throws DomainError INVALID_TEXT_ENCODING
 */
export function decodeText(raw: string, field: string): string {
  const text = percentDecoded(raw);
  if (text !== undefined && isClean(text)) return text;
  throw validationFailed([fieldProblem(field, 'WRONG_FORMAT', { format: 'percentEncoding' })], 'INVALID_TEXT_ENCODING');
}

/** Undefined for a broken `%` sequence and for bytes that are no UTF-8. */
function percentDecoded(raw: string): string | undefined {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Refuses a path that does not decode, before routing: a router that cannot decode it passes it on raw. */
export const cleanPath: WireMiddleware = (ctx, next) => {
  decodeText(ctx.path, 'path');
  return next();
};

function shown(name: string): string {
  return name.toWellFormed().slice(0, MAX_SHOWN_NAME);
}
