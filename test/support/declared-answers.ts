import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { describeApi } from '../../src/rest/openapi/describe-api.ts';
import type { Json, Reply } from './callers.ts';

/** Any installation: what depends on it is in no answer. */
export const API_SETTINGS = {
  publicUrl: 'http://karvon.test',
  cookie: 'karvon_admin_session',
  brand: 'karvon',
  maxJsonBytes: 65_536,
  maxFileBytes: 16_908_288,
  maxFormBytes: 17_956_864,
  servesFiles: true,
};

/** What any request can be answered before its operation is known. */
const OF_ANY_REQUEST = [405, 408, 431];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Any answer may have them; only those that callers use are described. */
const FOR_CACHES_AND_BROWSERS = ['cache-control', 'vary', 'content-security-policy'];

export type CheckAnswer = (method: string, path: string, reply: Reply) => void;

/** The description of the API as its readers get it. */
export function readApi(settings = API_SETTINGS): Json {
  return JSON.parse(JSON.stringify(describeApi(settings)));
}

/** A validator of its schemas by their references. @param closed whether a member that no schema names is an error */
export function schemasOf(api: Json, { closed = false } = {}): (ref: string) => ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(closed ? closedObjects(api) : api, 'api');
  const known = new Map<string, ValidateFunction>();
  return (ref) => {
    const validate = known.get(ref) ?? ajv.compile({ $ref: `api${ref}` });
    known.set(ref, validate);
    return validate;
  };
}

function closedObjects(value: Json): Json {
  if (Array.isArray(value)) return value.map(closedObjects);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closedObjects(member)]));
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy;
}

declare const keptByWorker: <Made>(name: string, make: () => Made) => Made;

function described(servesFiles: boolean) {
  const api = readApi({ ...API_SETTINGS, servesFiles });
  const routes = Object.keys(api.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  // A fixed path is meant where a parameter would match as well.
  routes.sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')));
  return { api, schemas: schemasOf(api, { closed: true }), routes, headers: headersIn(api) };
}

/** The headers that some answer has and no other may have, in lower case. */
function headersIn(api: Json): readonly string[] {
  const operations = Object.values<Json>(api.paths).flatMap((item) => Object.values<Json>(item));
  const responses = [...operations, api.components].flatMap((each) => Object.values<Json>(each.responses));
  const names = responses.flatMap(({ headers = {} }) => Object.keys(headers)).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => !FOR_CACHES_AND_BROWSERS.includes(name));
}

/** A JSON pointer as the fragment of a URI (RFC 6901, 6). */
function fragment(pointer: string): string {
  return `#${pointer.slice(1).split('/').map(encodeURIComponent).join('/')}`;
}

/**
 * Checks that answers are as the description of the API says: their status, type, headers and members, and no others.
 * @param servesFiles whether the service serves images itself
 * @returns a function that throws for an answer that is not
 */
export function declaredAnswers(servesFiles = true): CheckAnswer {
  const { api, schemas, routes, headers } = keptByWorker(`declaredAnswers ${servesFiles}`, () =>
    described(servesFiles),
  );

  function findIn<T>(part: Json, pointer: string): { found: T; pointer: string } {
    if (!part?.$ref) return { found: part, pointer };
    const [, , kind, name] = part.$ref.split('/');
    return { found: api.components[kind][name], pointer: part.$ref };
  }

  return (method, url, reply) => {
    const [path = ''] = url.split('?', 1);
    const route = routes.find(({ pattern }) => pattern.test(path));
    const declared = route && METHODS.includes(method) ? api.paths[route.path][method.toLowerCase()] : undefined;
    if (!route || !declared || OF_ANY_REQUEST.includes(reply.status)) return;
    const fail = (problem: string): never => {
      throw new Error(
        `${declared.operationId} is not described truly: ${problem}\n${reply.status} ${reply.text.slice(0, 2_000)}`,
      );
    };
    const own = declared.responses[reply.status] ?? fail(`${reply.status} is not declared.`);
    const start = `#/paths/${route.path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${reply.status}`;
    const { found: response, pointer } = findIn<Json>(own, start);
    for (const [name, header] of Object.entries<Json>(response.headers ?? {})) {
      const { found } = findIn<Json>(header, '');
      if (found.required && reply.headers[name.toLowerCase()] === undefined) fail(`the header ${name} is missing.`);
    }
    const declaredHeaders = Object.keys(response.headers ?? {}).map((name) => name.toLowerCase());
    const undeclared = headers.filter((name) => reply.headers[name] !== undefined && !declaredHeaders.includes(name));
    if (undeclared.length > 0) fail(`${undeclared.join(', ')} is not declared.`);
    if (!response.content) return reply.text === '' ? undefined : fail('it has a body.');
    const type = (reply.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    if (!response.content[type]) fail(`${type} is not declared.`);
    if (type !== 'application/json') return;
    const validate = schemas(fragment(`${pointer}/content/application~1json/schema`));
    if (!validate(reply.body)) fail(JSON.stringify(validate.errors));
  };
}
