import { ERROR_CODES, type ErrorCode, type ErrorKind } from '../../domain/kernel/errors.ts';
import { errorsOf } from '../../domain/kernel/operation-errors.ts';
import { ERROR_MEANINGS } from '../../model/error-codes.ts';
import { statusOf } from '../errors.ts';
import type { Route } from '../route.ts';
import type { Components } from './components.ts';
import type { Content, Ref, Response, Schema } from './document-types.ts';
import { type HeaderName, headersOf, optionalHeadersOf } from './headers.ts';

const MEANINGS: Readonly<Partial<Record<ErrorKind, string>>> = {
  invalid: 'The request is not valid, or breaks a rule of the business: correct it.',
  unauthenticated: 'The credential is missing, not valid or no longer valid.',
  forbidden: 'The caller may not do this.',
  notFound: 'There is no such record.',
  conflict: 'The current state does not allow it: read the record again.',
  timeout: 'The request did not arrive in time.',
  tooLarge: 'The body is too large.',
  unsupportedMedia: 'The body is of another type.',
  rateLimited: 'Too many calls: wait as long as `Retry-After` says.',
  internal: 'The service failed: keep the request id.',
  unavailable: 'The service cannot do this at the moment: retry after `Retry-After`.',
};

/** Headers that all errors of a kind have beside the id of the request. */
const HEADERS: Readonly<Partial<Record<ErrorKind, readonly HeaderName[]>>> = {
  unauthenticated: ['WWW-Authenticate'],
  rateLimited: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  unavailable: ['Retry-After'],
};

/** Errors after which the same request succeeds in a moment, beside those of the kinds that always do. */
const TEMPORARY: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS'];

/** Headers that some errors of a kind have: those of a call that was counted, and of a conflict that ends by itself. */
function optionalHeaders(kind: ErrorKind, codes: readonly ErrorCode[]): readonly HeaderName[] {
  if (kind === 'rateLimited' || kind === 'timeout') return [];
  const isTemporary = codes.some((code) => TEMPORARY.includes(code));
  return ['RateLimit-Policy', 'RateLimit', ...(isTemporary ? (['Retry-After'] as const) : [])];
}

/** Codes that any request can have. */
const OF_ANY_REQUEST: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'INVALID_TEXT_ENCODING',
  'INTERNAL_ERROR',
  ...ERROR_CODES.unavailable,
];

/** Codes of so many operations that no component is named after them. */
const USUAL: readonly ErrorCode[] = [
  ...OF_ANY_REQUEST,
  'VALIDATION_FAILED',
  'RATE_LIMITED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

/** The kind of each code. */
const KINDS = new Map<ErrorCode, ErrorKind>(
  Object.entries(ERROR_CODES).flatMap(([kind, codes]) => codes.map((code) => [code, kind as ErrorKind] as const)),
);

/** The errors before and around any operation, by the kind of its request. */
function errorsOfTheWire({
  method,
  body,
  operation,
}: Pick<Route, 'method' | 'body' | 'operation'>): readonly ErrorCode[] {
  if (method === 'GET') {
    return operation.access.kind === 'admin' ? [...OF_ANY_REQUEST, 'CSRF_ORIGIN_REJECTED'] : OF_ANY_REQUEST;
  }
  return [
    ...OF_ANY_REQUEST,
    body === 'form' ? 'MALFORMED_MULTIPART' : 'MALFORMED_JSON',
    'CSRF_ORIGIN_REJECTED',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
  ];
}

/** The codes of the errors that a route can answer, each once. */
export function errorCodesOf(route: Pick<Route, 'method' | 'body' | 'operation'>): readonly ErrorCode[] {
  return [...new Set([...errorsOf(route.operation), ...errorsOfTheWire(route)])];
}

/**
 * Errors by their status, as an object of responses. Those with the same codes share a component.
 * @param own of the operation alone, after which the component is named
 */
export function errorResponses(
  components: Components,
  codes: readonly ErrorCode[],
  own: { readonly name: string; readonly errors?: readonly ErrorCode[] },
): Record<string, Ref> {
  const byKind = Map.groupBy(codes, (code) => KINDS.get(code) ?? 'internal');
  const responses = [...byKind].map(([kind, ofKind]) => {
    const isOwn = ofKind.some((code) => own.errors?.includes(code));
    const name = isOwn ? `${own.name}_${statusOf(kind)}` : sharedName(kind, ofKind);
    return [statusOf(kind), errorResponse(components, name, kind, ofKind)] as const;
  });
  return Object.fromEntries(responses.sort(([a], [b]) => a - b));
}

function errorResponse(components: Components, name: string, kind: ErrorKind, codes: readonly ErrorCode[]): Ref {
  return components.add('responses', name, (): Response => {
    const schema = components.add('schemas', `${name}_Error`, () => errorSchema(codes));
    return {
      description: MEANINGS[kind] ?? 'An error.',
      headers: {
        ...headersOf(components, 'x-request-id', 'Cache-Control', ...(HEADERS[kind] ?? [])),
        ...optionalHeadersOf(components, ...optionalHeaders(kind, codes)),
      },
      content: errorContent(components, schema, codes),
    };
  });
}

/** The errors of any request before its operation is known, and those that a later version adds. */
export function anyOtherError(components: Components): Ref {
  return components.add('responses', 'AnyOtherError', (): Response => {
    const schema = components.add('schemas', 'Error', () => errorSchema());
    return {
      description:
        'An error that any request can get: 405, 408, 431, or one of a later version. The shape is the same.',
      headers: { ...headersOf(components, 'x-request-id'), ...optionalHeadersOf(components, 'Allow') },
      content: errorContent(components, schema, ['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']),
    };
  });
}

/** The body of an error, with an example of each of its codes. */
export function errorContent(components: Components, schema: Schema, codes: readonly ErrorCode[]): Content {
  const examples = codes.map((code) => [code, errorExample(components, code)] as const);
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

/** An example of an error; its summary is what the code means. */
function errorExample(components: Components, code: ErrorCode): Ref {
  const summary = ERROR_MEANINGS[code];
  const error = { code, message: summary.replaceAll('`', ''), requestId: REQUEST_ID };
  return components.add('examples', `Error_${code}`, () => ({ summary, value: { error } }));
}

/** The kind, and the codes that are not usual. */
function sharedName(kind: ErrorKind, codes: readonly ErrorCode[]): string {
  const special = codes.filter((code) => !USUAL.includes(code));
  return [camelCase(kind.replace(/[A-Z]/g, (letter) => `_${letter}`)), ...special.map(camelCase)].join('_');
}

function camelCase(code: string): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

const REQUEST_ID = '7f6d1c0b9a8e4d3c2b1a0f9e8d7c6b5a';

/** The one shape of an error, with these codes. */
export function errorSchema(codes?: readonly ErrorCode[]): Schema {
  const [example = 'INTERNAL_ERROR' as const] = codes ?? [];
  return {
    type: 'object',
    required: ['error'],
    additionalProperties: false,
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'requestId'],
        additionalProperties: false,
        properties: {
          code: { type: 'string', ...(codes ? { enum: codes } : {}), example },
          message: {
            type: 'string',
            description: 'What happened, for people.',
            example: ERROR_MEANINGS[example].replaceAll('`', ''),
          },
          requestId: { type: 'string', description: 'The id of the request, for support.', example: REQUEST_ID },
        },
      },
    },
  };
}
