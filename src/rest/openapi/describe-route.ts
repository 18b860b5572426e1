import type { Operation } from '../../domain/kernel/operation.ts';
import type { RecordModel } from '../../model/record.ts';
import type { Route } from '../route.ts';
import type { Components } from './components.ts';
import type { Content, OperationObject, Parameter, Ref, RequestBody, Response, Schema } from './document-types.ts';
import { anyOtherError, errorCodesOf, errorResponses } from './error-responses.ts';
import { exampleOf } from './example.ts';
import { type HeaderName, headersOf, requestHeader } from './headers.ts';
import { inputSchema } from './input-schema.ts';
import { recordSchema } from './record-schema.ts';
import { type CredentialNames, securityOf } from './security.ts';

/** The settings of this installation in the description of the API. */
export interface DescriptionSettings extends CredentialNames {
  /** The origin of the service. */
  readonly publicUrl: string;
  readonly maxJsonBytes: number;
  /** Of the file of a form. */
  readonly maxFileBytes: number;
  /** Of a form. */
  readonly maxFormBytes: number;
}

/**
 * The description of a route, which follows from its operation.
 * @param tag the name of its group
 * @param success the answers of success by status; by default the record or the file that the operation answers
 */
export function describeRoute(
  components: Components,
  route: Route,
  tag: string,
  settings: DescriptionSettings,
  success: Readonly<Record<number, Response>> = { [route.status]: successOf(components, route) },
): OperationObject {
  const { operation } = route;
  const parameters = parametersOf(components, route, settings);
  const requestBody = requestBodyOf(components, route, settings);
  return {
    operationId: idOf(route),
    tags: [tag],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...success,
      ...errorResponses(components, errorCodesOf(route), operation),
      default: anyOtherError(components),
    },
    security: securityOf(components, operation, settings),
    'x-rate-limit': rateLimitOf(operation),
    ...proofPayload(components, route, settings),
    ...(operation.access.kind === 'admin' ? { 'x-roles': operation.access.roles } : {}),
    ...(operation.beyond ? { 'x-beyond-contract': operation.beyond.why } : {}),
  };
}

/** The name of the operation; an export of a list may have the name of the contract's. */
function idOf({ operation, path }: Route): string {
  return path.startsWith('/v1/admin/exports/') ? `${operation.name}File` : operation.name;
}

const RATE_LIMIT_SECONDS = 60;

function rateLimitOf(operation: Operation) {
  return { calls: operation.limit, seconds: RATE_LIMIT_SECONDS, countedBy: counterOf(operation) };
}

const COUNTERS = { admin: 'admin', proof: 'device', app: 'pairing', public: 'network' } as const;

/** What the calls of an operation are counted by. */
function counterOf({ access, admission, counted }: Operation): string {
  if (counted?.by) return 'signed URL';
  return access.kind === 'admin' && !admission?.peopleOnly ? 'admin or service account' : COUNTERS[access.kind];
}

/** Facts that OpenAPI has no members for. */
function descriptionOf(operation: Operation): string {
  const { access, admission, limit, takes } = operation;
  return [
    access.kind === 'admin' ? `Roles: ${access.roles.join(', ')}.` : undefined,
    access.kind === 'proof' ? `The device signs ${signedFields(access)}.` : undefined,
    access.kind === 'app' ? 'For a companion app, with its pairing credential.' : undefined,
    access.kind === 'public' ? 'For everyone.' : undefined,
    access.kind === 'admin' && admission?.peopleOnly ? 'A service account cannot call it.' : undefined,
    `At most ${limit} calls in ${RATE_LIMIT_SECONDS} seconds for each ${counterOf(operation)}.`,
    takes?.revision
      ? '`If-Match` with the `revision` that you have read keeps you from undoing the change of another.'
      : undefined,
    takes?.idempotencyKey ? '`Idempotency-Key` makes a retry safe.' : undefined,
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

/** The text that a device signs, with the names of fields in place of their values. */
function proofPayload(components: Components, { operation }: Route, settings: DescriptionSettings) {
  const { access, input, name } = operation;
  if (access.kind !== 'proof') return {};
  const example = exampleOf(components, inputSchema(components, input, name, settings)) as Record<string, unknown>;
  const names = [...access.fields, ...(access.optionalFields ?? [])];
  const template = names.reduce(
    (payload, field) => payload.replace(`.${String(example[field])}`, `.{${field}}`),
    `.${access.payload(example)}`,
  );
  return { 'x-proof-payload': `{timestamp}${template}` };
}

function signedFields({ fields, optionalFields = [] }: Extract<Operation['access'], { kind: 'proof' }>): string {
  const names = [...fields.map((name) => `\`${name}\``), ...optionalFields.map((name) => `\`${name}\` if it is given`)];
  return ['the timestamp', ...names].join(', ');
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, never>>;
  readonly required?: readonly string[];
}

/** Any text: a text that is not a UUID is the id of no record, which is a 404. */
const RECORD_ID: Schema = {
  type: 'string',
  description: 'The id of the record.',
  example: '0198f3a2-7c41-7d2e-9b1a-5e0c8f6d4a37',
};

function parametersOf(
  components: Components,
  { method, path, operation, ignoresQuery, jsonParameters = [] }: Route,
  settings: DescriptionSettings,
): (Parameter | Ref)[] {
  const { takes, errors, input } = operation;
  const { properties, required = [] } = input as unknown as ObjectSchema;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
    const own = properties[name];
    const { description = '', ...schema } = own ? inputSchema(components, own, name, settings) : RECORD_ID;
    return { name, in: 'path', required: true, description, schema };
  });
  const isInPath = (name: string) => inPath.some((parameter) => parameter.name === name);
  const queried =
    method === 'GET' && !ignoresQuery ? Object.entries(properties).filter(([name]) => !isInPath(name)) : [];
  const inQuery = queried.map(([name, schema]): Parameter => {
    const { description = '', ...converted } = inputSchema(components, schema, name, settings);
    const isRequired = required.includes(name);
    const base = { name, in: 'query', description, ...(isRequired ? { required: true } : {}) } as const;
    const example = exampleOf(components, converted, []);
    if (!jsonParameters.includes(name)) return { ...base, schema: plain(converted), example };
    return { ...base, content: { 'application/json': { schema: plain(converted), example } } };
  });
  return [
    ...inPath,
    ...inQuery,
    ...(takes?.revision ? [requestHeader(components, 'IfMatch')] : []),
    ...(takes?.idempotencyKey
      ? [requestHeader(components, 'IdempotencyKey', errors?.includes('IDEMPOTENCY_KEY_REQUIRED'))]
      : []),
    requestHeader(components, 'RequestId'),
  ];
}

/** Without the `allOf` that only carried a description. */
function plain(schema: Schema): Schema {
  const [only, second] = schema.allOf ?? [];
  return only && !second && Object.keys(schema).length === 1 ? only : schema;
}

function requestBodyOf(
  components: Components,
  { method, body, operation }: Route,
  settings: DescriptionSettings,
): RequestBody | undefined {
  const { properties, required = [] } = operation.input as unknown as ObjectSchema;
  if (method === 'GET' || Object.keys(properties).length === 0) return undefined;
  const name = `${operation.name.charAt(0).toUpperCase()}${operation.name.slice(1)}Body`;
  const schema = components.add('schemas', name, () => inputSchema(components, operation.input, name, settings));
  const isForm = body === 'form';
  const example = exampleOf(components, schema, isForm ? 'all' : signedOf(operation));
  const content: Content = isForm
    ? { 'multipart/form-data': { schema, example, ...encodingOf(components.find(schema)) } }
    : { 'application/json': { schema, example } };
  return {
    required: required.length > 0,
    content,
    'x-max-bytes': isForm ? settings.maxFormBytes : settings.maxJsonBytes,
  };
}

/** A proof is of these members, where they are given. */
function signedOf({ access }: Operation): readonly string[] {
  return access.kind === 'proof' ? (access.optionalFields ?? []) : [];
}

function encodingOf({ properties = {} }: Schema) {
  const files = Object.entries(properties).filter(([, { format }]) => format === 'binary');
  return { encoding: Object.fromEntries(files.map(([name]) => [name, { contentType: 'application/octet-stream' }])) };
}

function successOf(components: Components, route: Route): Response {
  const { operation, setsCookie, path } = route;
  const isFile = operation.answers === 'file';
  const names: HeaderName[] = ['x-request-id', 'RateLimit-Policy', 'RateLimit'];
  if (path.startsWith('/v1/')) names.push('Cache-Control');
  if (setsCookie) names.push('Set-Cookie');
  if (operation.takes?.idempotencyKey) names.push('Idempotency-Replayed');
  if (isFile) names.push('Content-Disposition');
  return {
    description: isFile ? 'The file, as it is read.' : (describedAnswer(operation) ?? 'The answer.'),
    headers: headersOf(components, ...names),
    content: isFile ? fileContent(operation) : jsonContent(components, route),
  };
}

/** @throws Error for an operation that answers no record: one that only GraphQL has, or a file */
function modelsOf({ name, answers }: Operation): readonly RecordModel[] {
  if (!answers || answers === 'file')
    throw new Error(`${name}: say in its \`answers\` which record it answers (src/model/records/).`);
  return [answers].flat();
}

function describedAnswer(operation: Operation): string | undefined {
  const [first, second] = modelsOf(operation);
  return second ? undefined : first?.description;
}

function jsonContent(components: Components, { operation, omits }: Route): Content {
  const models = modelsOf(operation);
  const schemas = models.map((model) => recordSchema(components, model, omits));
  const [only, another] = schemas;
  const schema = only && !another ? only : { oneOf: schemas };
  const examples = models.map((model) => {
    const of = recordSchema(components, model, omits);
    const value = () => ({ value: exampleOf(components, of) });
    return [model.name, components.add('examples', model.name, value)] as const;
  });
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

/** A file: CSV, or what the parameter `format` asks for. */
function fileContent({ input }: Operation): Content {
  const csv = { 'text/csv': { schema: { type: 'string' }, example: 'id,serial\r\n' } } as const;
  if (!('format' in input.properties)) return csv;
  return {
    ...csv,
    'text/tab-separated-values': { schema: { type: 'string' }, example: 'id\tserial\r\n' },
    'application/x-ndjson': { schema: { type: 'string' }, example: '{"id":"0198f3a2-7c41-7d2e-9b1a-5e0c8f6d4a37"}\n' },
  };
}
