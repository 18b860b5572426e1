import type { Components } from './components.ts';
import type { Header, Parameter, Ref } from './document-types.ts';

/** The headers of answers, by their names. */
const HEADERS = {
  'x-request-id': {
    description:
      'The id of the request, which its log line and its audit entry have too: the caller’s own, or a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{8,64}$', example: '7f6d1c0b9a8e4d3c2b1a0f9e8d7c6b5a' },
  },
  'RateLimit-Policy': {
    description: 'The rate limit of the operation: `q` calls in `w` seconds.',
    required: true,
    schema: { type: 'string', example: '"default";q=120;w=60' },
  },
  RateLimit: {
    description: 'The remaining limit: `r` calls in the next `t` seconds.',
    required: true,
    schema: { type: 'string', example: '"default";r=119;t=60' },
  },
  'Retry-After': {
    description: 'Seconds after which a retry can succeed.',
    required: true,
    schema: { type: 'integer', minimum: 1, example: 12 },
  },
  'WWW-Authenticate': {
    description: 'The scheme of the credential that is missing or no longer valid.',
    required: true,
    schema: { type: 'string', example: 'Cookie realm="admin"' },
  },
  'Set-Cookie': {
    description:
      'The cookie of the session: HttpOnly, SameSite=Strict, for 12 hours; empty when the session has ended.',
    schema: { type: 'string', example: 'karvon_admin_session=q7f3k9Q2m4XA; Path=/; HttpOnly; SameSite=Strict' },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the answer to an earlier call with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Cache-Control': {
    description: 'How long the answer may be kept.',
    required: true,
    schema: { type: 'string', example: 'no-store' },
  },
  'Content-Disposition': {
    description: 'The name of the file.',
    required: true,
    schema: { type: 'string', example: 'attachment; filename="devices.csv"' },
  },
  ETag: {
    description: 'The strong validator of the content: `If-None-Match` and `If-Range` name it.',
    required: true,
    schema: { type: 'string', example: `"${'5f'.repeat(32)}"` },
  },
  'Last-Modified': {
    description: 'When the content was stored.',
    required: true,
    schema: { type: 'string', example: 'Thu, 10 Sep 2026 08:30:00 GMT' },
  },
  'Accept-Ranges': {
    description: '`bytes`: a download can go on where it was cut off.',
    required: true,
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': {
    description: 'Which bytes of how many.',
    required: true,
    schema: { type: 'string', example: 'bytes 0-65535/1048576' },
  },
  Allow: {
    description: 'Of a 405: the methods that the path supports.',
    schema: { type: 'string', example: 'HEAD, GET' },
  },
  Vary: {
    description: 'The request headers that the answer depends on.',
    required: true,
    schema: { type: 'string', example: 'Accept-Encoding' },
  },
  'Content-Security-Policy': {
    description: 'What the page may load: nothing but its own style.',
    required: true,
    schema: { type: 'string' },
  },
} as const satisfies Readonly<Record<string, Header>>;

export type HeaderName = keyof typeof HEADERS;

/** Headers of an answer, as references to components. */
export function headersOf(components: Components, ...names: readonly HeaderName[]): Record<string, Ref> {
  return Object.fromEntries(names.map((name) => [name, components.add('headers', partOf(name), () => HEADERS[name])]));
}

/** Headers that an answer has only sometimes, as references to components of their own. */
export function optionalHeadersOf(components: Components, ...names: readonly HeaderName[]): Record<string, Ref> {
  const optional = (name: HeaderName) =>
    components.add('headers', `Optional${partOf(name)}`, () => ({ ...HEADERS[name], required: false }));
  return Object.fromEntries(names.map((name) => [name, optional(name)]));
}

function partOf(name: HeaderName): string {
  return name.replaceAll('-', '');
}

/** The headers of requests, by the names of their components. */
const REQUEST_HEADERS = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    description:
      'An id of your own for the request: 8 to 64 letters, digits, dots, hyphens or underscores. Another is replaced.',
    schema: { type: 'string' },
    example: 'nightly-export.2026-09-10',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `revision` that you have read, in quotes: the call fails with 409 REVISION_CONFLICT when the record has changed since. `*` is any; without the quotes it is a 400.',
    schema: { type: 'string', pattern: '^(?:\\*|(?:W/)?"[0-9]{1,9}")$' },
    example: '"3"',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own for the call, such as a UUID: a retry with the same key and body gets the first answer, and nothing is done twice.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^(?!""$)[!-~]+$' },
    example: '4c1f1a52-7f0e-4c53-9f0e-2f0f8a7b6c5d',
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** A request header, as a reference to a component. @param required in a component of its own */
export function requestHeader(components: Components, name: keyof typeof REQUEST_HEADERS, required = false): Ref {
  const header: Parameter = REQUEST_HEADERS[name];
  if (!required) return components.add('parameters', name, () => header);
  return components.add('parameters', `Required${name}`, () => ({ ...header, required }));
}
