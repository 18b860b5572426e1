import type { ErrorCode } from '../../domain/kernel/errors.ts';
import { openDownload } from '../../domain/objects/index.ts';
import type { EXTRA_PATHS } from '../routes/downloads.ts';
import { REQUESTS_PER_MINUTE } from '../static/static-answers.ts';
import type { Components } from './components.ts';
import { type DescriptionSettings, describeRoute } from './describe-route.ts';
import type { Content, OperationObject, Parameter, PathItem, Response, Schema } from './document-types.ts';
import { anyOtherError, errorContent, errorResponses, errorSchema } from './error-responses.ts';
import { headersOf } from './headers.ts';

type ExtraPath = keyof typeof EXTRA_PATHS;

const TAG = 'Service';

/** The group of what no operation serves. */
export const SERVICE_TAG = { name: TAG, description: 'Probes, and this description of the API.' };

/** The paths that are not in the table of operations. @param servesFiles whether the service serves images itself */
export function extraPaths(
  components: Components,
  settings: DescriptionSettings,
  servesFiles: boolean,
): Partial<Record<ExtraPath, PathItem>> {
  return {
    ...(servesFiles ? { '/v1/firmware/files/:sha256': { get: download(components, settings) } } : {}),
    '/livez': { get: liveness(components) },
    '/readyz': { get: readiness(components) },
    '/v1/openapi.json': { get: description(components) },
    '/v1/docs': { get: page(components, 'getReference', 'Shows all operations on a page for people.') },
    '/v1/docs/:operationId': {
      get: {
        ...page(components, 'getReferenceOf', 'Shows one operation on a page for people.'),
        parameters: [
          {
            name: 'operationId',
            in: 'path',
            required: true,
            description: 'The name of the operation.',
            schema: { type: 'string', example: 'createSale' },
          },
        ],
      },
    },
  };
}

const PROBE: Schema = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', enum: ['ok'] } },
};

function liveness(components: Components): OperationObject {
  return {
    operationId: 'getLiveness',
    tags: [TAG],
    summary: 'Says that the process answers.',
    description: 'For orchestrators; without a rate limit, and without a look at the database.',
    responses: { 200: probeAnswer(components), ...errorsNamed(components, 'getLiveness', ['SHUTTING_DOWN']) },
    security: [],
  };
}

function readiness(components: Components): OperationObject {
  return {
    operationId: 'getReadiness',
    tags: [TAG],
    summary: 'Says whether this instance can serve: its database answers, and it is not stopping.',
    description: 'For load balancers; without a rate limit.',
    responses: {
      200: probeAnswer(components),
      ...errorsNamed(components, 'getReadiness', NOT_READY),
    },
    security: [],
  };
}

function probeAnswer(components: Components): Response {
  return {
    description: 'It can.',
    headers: headersOf(components, 'x-request-id', 'Cache-Control'),
    content: { 'application/json': { schema: PROBE, example: { status: 'ok' } } },
  };
}

function description(components: Components): OperationObject {
  return {
    ...LIMIT,
    operationId: 'getDescription',
    tags: [TAG],
    summary: 'Returns this description of the API, as OpenAPI 3.0.3.',
    description: 'For everyone. It changes with the version of the service only, so keep it by its `ETag`.',
    responses: {
      ...staticAnswer(components, {
        'application/json': { schema: { type: 'object', additionalProperties: true }, example: { openapi: '3.0.3' } },
      }),
      ...errorsNamed(components, 'getDescription', OF_STATIC),
    },
    security: [],
  };
}

function page(components: Components, operationId: string, summary: string): OperationObject {
  const { 200: answer, ...others } = staticAnswer(components, { 'text/html': { schema: { type: 'string' } } });
  return {
    ...LIMIT,
    operationId,
    tags: [TAG],
    summary,
    description: 'For everyone. The page needs no script and loads nothing.',
    responses: {
      200: { ...answer, headers: { ...answer.headers, ...headersOf(components, 'Content-Security-Policy') } },
      ...others,
      ...errorsNamed(components, operationId, [...OF_STATIC, ...(operationId === 'getReference' ? [] : OF_NO_PAGE)]),
    },
    security: [],
  };
}

function staticAnswer(components: Components, content: Content) {
  const headers = headersOf(
    components,
    'x-request-id',
    'RateLimit-Policy',
    'RateLimit',
    'Cache-Control',
    'ETag',
    'Vary',
  );
  return {
    200: { description: 'The content, compressed for those who accept it.', headers, content },
    304: { description: 'The copy of the caller is current.', headers },
  } as const satisfies Record<number, Response>;
}

/** While the service starts or stops. */
const NOT_READY: readonly ErrorCode[] = ['SERVICE_UNAVAILABLE', 'SHUTTING_DOWN'];

const OF_STATIC: readonly ErrorCode[] = [...NOT_READY, 'RATE_LIMITED'];
const OF_NO_PAGE: readonly ErrorCode[] = ['ROUTE_NOT_FOUND', 'INVALID_TEXT_ENCODING'];
/** Where the content is the same for everybody, as `StaticAnswers` counts. */
const LIMIT = { 'x-rate-limit': { calls: REQUESTS_PER_MINUTE, seconds: 60, countedBy: 'network' } } as const;

/** The errors of a path beside the operations, and those of any request. */
function errorsNamed(components: Components, name: string, errors: readonly ErrorCode[]) {
  const codes: readonly ErrorCode[] = ['REQUEST_TIMEOUT', ...errors];
  return { ...errorResponses(components, codes, { name, errors }), default: anyOtherError(components) };
}

const SHA256 = '5f'.repeat(32);

const RANGE_HEADERS: readonly Parameter[] = [
  {
    name: 'Range',
    in: 'header',
    description: 'The bytes to send: `bytes=65536-`. Several ranges, and anything malformed, get the whole file.',
    schema: { type: 'string' },
    example: 'bytes=65536-',
  },
  {
    name: 'If-Range',
    in: 'header',
    description: 'The `ETag` of what is there already: the range is only sent if the file is still the same.',
    schema: { type: 'string' },
    example: `"${SHA256}"`,
  },
  {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a copy: 304 when it is current.',
    schema: { type: 'string' },
    example: `"${SHA256}"`,
  },
  {
    name: 'If-Modified-Since',
    in: 'header',
    description: 'The `Last-Modified` of a copy: 304 when it is current.',
    schema: { type: 'string' },
    example: 'Thu, 10 Sep 2026 08:30:00 GMT',
  },
];

/** The download of an image has the parameters and errors of its operation, and the answers of HTTP. */
function download(components: Components, settings: DescriptionSettings): OperationObject {
  const route = { method: 'GET', path: '/v1/firmware/files/:sha256', status: 200, operation: openDownload } as const;
  const limits = headersOf(components, 'x-request-id', 'RateLimit-Policy', 'RateLimit', 'Cache-Control');
  const ofFile = { ...limits, ...headersOf(components, 'ETag', 'Last-Modified', 'Accept-Ranges') };
  const ofBytes = { ...ofFile, ...headersOf(components, 'Content-Disposition') };
  const ofRange = headersOf(components, 'Content-Range');
  const bytes: Content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const refusal = errorContent(components, errorSchema(['INVALID_RANGE']), ['INVALID_RANGE']);
  const described = describeRoute(components, route, 'Firmware for devices', settings, {
    200: { description: 'The whole file.', headers: ofBytes, content: bytes },
    206: { description: 'The bytes that were asked for.', headers: { ...ofBytes, ...ofRange }, content: bytes },
    304: { description: 'The copy of the caller is current.', headers: ofFile },
    416: { description: 'The range is outside of the file.', headers: { ...ofFile, ...ofRange }, content: refusal },
  });
  // Without its signature an URL is refused as forbidden, not as invalid; no client can leave it out.
  const parameters = (described.parameters ?? []).map((each) =>
    'in' in each && each.in === 'query' ? { ...each, required: true } : each,
  );
  return { ...described, parameters: [...parameters, ...RANGE_HEADERS] };
}
