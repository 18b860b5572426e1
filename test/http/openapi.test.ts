import { hash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { getNamedType, isInputObjectType } from 'graphql';
import { catalog } from '../../src/domain/catalog.ts';
import { fileExports } from '../../src/domain/exports.ts';
import { rootFields } from '../../src/graphql/schema/root-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { openApiPath } from '../../src/rest/openapi/describe-api.ts';
import { pagesOf } from '../../src/rest/openapi/page/pages.ts';
import { table } from '../../src/rest/route-table.ts';
import { EXTRA_PATHS } from '../../src/rest/routes/downloads.ts';
import { names } from '../contract/names.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { type ContractOperation, contract, type Schema } from '../support/contract.ts';
import { declaredAnswers, readApi, schemasOf } from '../support/declared-answers.ts';

const api = readApi();
const graphql = buildOpenSchema();
const SECURITY: Readonly<Record<ContractOperation['auth'], Json>> = {
  cookie: [{ session: [] }, { serviceAccount: [] }],
  public: [],
  bearer: [{ pairing: [] }],
  proof: [{ deviceTimestamp: [], deviceProof: [] }],
};

interface Described {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

const described: readonly Described[] = Object.entries<Json>(api.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);
const found = (part: Json): Json => (part?.$ref ? resolve(part.$ref) : part);
const resolve = (ref: string): Json =>
  ref
    .slice(2)
    .split('/')
    .reduce((value, name) => value[name], api);

describe('the description of the API', () => {
  it('the description of the API is valid OpenAPI 3.0.3 of the revision of the contract', async () => {
    expect(await new Validator().validate(readApi())).toMatchObject({ valid: true });
    expect([api.openapi, api.info.version]).toEqual(['3.0.3', '2026-09-10']);
  });

  it('the description of the API has every route that is served, and no other', () => {
    const exported = [...fileExports.keys()].map((list) => `GET /v1/admin/exports/${list}`);
    // No tool calls the page of a label, what phones ask about it, and the console.
    const isForPeople = (path: string) => /^\/(pair|\.well-known|console)\b/.test(path);
    const extra = Object.keys(EXTRA_PATHS).filter((path) => path !== '/v1/admin/exports/:list' && !isForPeople(path));
    const served = [
      ...table.map(({ method, path }) => `${method} ${openApiPath(path)}`),
      ...exported,
      ...extra.map((path) => `GET ${openApiPath(path)}`),
    ];
    expect(described.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(served.sort());
  });

  it('the description of the API names each operation once', () => {
    const ids = described.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('the description of the API describes every parameter and every member of a body', () => {
    const isSilent = ({ description = '' }: Json) => !/\w{3}/.test(description);
    const missing = described.flatMap(({ id, operation }) => {
      const parameters = (operation.parameters ?? []).map(found).filter(isSilent);
      const members = Object.entries<Json>(bodyOf(operation).properties).filter(([, member]) => isSilent(member));
      const silent = [...parameters.map(({ name }: Json) => name), ...members.map(([name]) => name)];
      const both = undescribedInGraphql(id);
      return silent
        .filter((name) => !both.includes(name))
        .map((name) => `${id}: describe ${name} with \`described(...)\` in its input`);
    });
    expect(missing).toEqual([]);
  });

  it('the description of the API has an example of every text', () => {
    const schemas = Object.entries<Json>(api.components.schemas);
    const missing = schemas.flatMap(([name, schema]) => textsWithoutExample(name, schema));
    expect(
      missing.map(
        (text) =>
          `${text}: add .example(...) to the field in src/model/records, or the name to src/rest/openapi/example-values.ts`,
      ),
    ).toEqual([]);
  });

  it('the description of the API has examples of requests and answers that are valid by their schemas', () => {
    const valid = schemasOf(readApi(), { closed: true });
    const wrong = described.flatMap(({ id, method, path, operation }) => {
      const start = `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}`;
      const request = operation.requestBody?.content?.['application/json'];
      const answers = Object.entries<Json>(operation.responses).flatMap(([status, response]) => {
        const media = found(response).content?.['application/json'];
        const pointer = response.$ref ?? `${start}/responses/${status}`;
        return media ? [{ what: `${id} ${status}`, media, schema: `${pointer}/content/application~1json/schema` }] : [];
      });
      const all = [
        ...(request
          ? [{ what: id, media: request, schema: `${start}/requestBody/content/application~1json/schema` }]
          : []),
        ...answers,
      ];
      return all.flatMap(({ what, media, schema }) => {
        const validate = valid(schema);
        const examples = media.example
          ? [media.example]
          : Object.values<Json>(media.examples ?? {}).map((ref) => found(ref).value);
        return examples.filter((example) => !validate(example)).map(() => [what, validate.errors]);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('the description of the API has an example and the meaning of every code of every error', () => {
    const wrong = described.flatMap(({ id, operation }) =>
      Object.entries<Json>(operation.responses).flatMap(([status, response]) => {
        const { schema, examples = {} } = found(response).content?.['application/json'] ?? {};
        const codes = found(schema)?.properties?.error?.properties?.code?.enum ?? [];
        const shown = Object.values<Json>(examples)
          .map(found)
          .flatMap(({ summary, value }) => (summary && value.error ? value.error.code : []));
        return codes.every((code: string) => shown.includes(code)) ? [] : [`${id} ${status}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('the description of the API has examples of parameters that are valid by their schemas', () => {
    const valid = schemasOf(readApi());
    const wrong = described.flatMap(({ id, path, method, operation }) =>
      (operation.parameters ?? []).flatMap((parameter: Json, at: number) => {
        const { name, schema, content, example = schema?.example } = found(parameter);
        const start =
          parameter.$ref ??
          `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}/parameters/${at}`;
        const validate = valid(`${start}/${content ? 'content/application~1json/schema' : 'schema'}`);
        const shown = content ? content['application/json'].example : example;
        return shown === undefined || !validate(shown) ? [[id, name, shown, validate.errors]] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('the description of the API has an example of every request and of every answer that is JSON', () => {
    const without = described.flatMap(({ id, operation }) => {
      const success = Object.entries<Json>(operation.responses).filter(([status]) => status.startsWith('2'));
      const all = [operation.requestBody, ...success.map(([, response]) => found(response))];
      const silent = all.filter((part) => {
        const media = part?.content?.['application/json'];
        return media && media.example === undefined && media.examples === undefined;
      });
      return silent.map(() => id);
    });
    expect(without).toEqual([]);
  });
});

describe('of the contract, the description has', () => {
  const forPeople = new Set(catalog.filter(({ admission }) => admission?.peopleOnly).map(({ name }) => name));
  const rows = contract.operations.map((row) => ({ ...row, name: names[row.id]?.operation ?? '' }));

  it.each(rows)('$id: its path, status, limit, roles and credential', (row) => {
    const operation = api.paths[row.path]?.[row.method.toLowerCase()];
    expect(operation?.operationId).toBe(row.name);
    expect(Object.keys(operation.responses).filter((status) => status.startsWith('2'))).toEqual([String(row.success)]);
    expect(operation['x-rate-limit']).toMatchObject({ calls: row.limit, seconds: 60 });
    expect([...(operation['x-roles'] ?? [])].sort()).toEqual([...(row.roles ?? [])].sort());
    const credentials = SECURITY[row.auth].filter((one: Json) => !(one.serviceAccount && forPeople.has(row.name)));
    expect(operation.security).toEqual(credentials);
    expect(Object.keys(operation.responses[row.success].content)).toContain(row.responseContentType);
  });

  const inputs = rows.flatMap((row) => [
    ...(row.body ? [{ id: row.id, row, of: 'body', schema: contract.schemas[row.body] ?? {} }] : []),
    ...(row.query ? [{ id: row.id, row, of: 'query', schema: contract.querySchemas[row.query] ?? {} }] : []),
  ]);

  it.each(inputs)('$id: the fields of its $of with their bounds', ({ row, of, schema }) => {
    const operation = api.paths[row.path][row.method.toLowerCase()];
    const object = of === 'body' ? bodyOf(operation) : queryOf(operation);
    const specified = Object.keys(schema.properties ?? {});
    const unexplained = Object.entries<Json>(object.properties).filter(
      ([name, property]) => !specified.includes(name) && !property['x-beyond-contract'],
    );
    expect(
      unexplained.map(([name]) => `${name}: give its .input(...) the reason why it is not in the specification`),
    ).toEqual([]);
    expect(Object.keys(object.properties)).toEqual(expect.arrayContaining(specified));
    expect([...(object.required ?? [])].sort()).toEqual([...(schema.required ?? [])].sort());
    // A file has the whole list unless its caller asks for a window.
    const isFile = row.responseContentType === 'text/csv';
    for (const [name, { default: preset, ...field }] of Object.entries(schema.properties ?? {})) {
      const expected = boundsOf(isFile || preset === undefined ? field : { ...field, default: preset });
      expect({ name, ...boundsOf(found(plain(object.properties[name]))) }).toMatchObject({ name, ...expected });
    }
  });
});

describe('the check of answers in all tests', () => {
  const check = declaredAnswers();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': 'a-request',
    ratelimit: 'r',
    'ratelimit-policy': 'p',
  };
  const body = {
    status: 'ok',
    checks: { api: true, database: true, objectStorage: true },
    timestamp: '2026-09-10T08:30:00.000Z',
  };
  const reply = { status: 200, headers, body, text: JSON.stringify(body) };

  it('the check of answers in all tests accepts described answers', () => {
    expect(() => check('GET', '/health', reply)).not.toThrow();
  });

  it.each([
    ['another member', { ...reply, body: { ...body, secret: 'x' } }],
    ['another member in a part', { ...reply, body: { ...body, checks: { ...body.checks, mail: true } } }],
    ['a missing member', { ...reply, body: { ...body, timestamp: undefined } }],
    ['another type', { ...reply, body: { ...body, timestamp: 5 } }],
    ['another value', { ...reply, body: { ...body, status: 'fine' } }],
    ['another status', { ...reply, status: 202 }],
    ['another content type', { ...reply, headers: { ...headers, 'content-type': 'text/html' } }],
    ['a missing header', { ...reply, headers: { ...headers, 'x-request-id': undefined as never } }],
    ['another header', { ...reply, headers: { ...headers, 'retry-after': '1' } }],
  ])('the check of answers in all tests refuses %s', (_what, wrong) => {
    const json = { ...wrong, body: JSON.parse(JSON.stringify(wrong.body)) };
    expect(() => check('GET', '/health', json)).toThrow('getHealth is not described truly');
  });
});

describe('GET /v1/openapi.json', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await sharedTestApp();
  });
  afterAll(() => app.stop());

  it('GET /v1/openapi.json is public, and describes this installation', async () => {
    const reply = await app.rest('GET', '/v1/openapi.json', undefined, { origin: 'https://elsewhere.test' });
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.body.servers).toEqual([{ url: 'http://karvon.test', description: expect.any(String) }]);
    expect({ ...reply.body, servers: api.servers }).toEqual(api);
  });

  it('GET /v1/openapi.json is answered 304 if the client has it already', async () => {
    const { headers } = await app.rest('GET', '/v1/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await app.rest('GET', '/v1/openapi.json', undefined, { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('GET /v1/docs is for people, and its policy allows only its own style', async () => {
    const reply = await app.rest('GET', '/v1/docs');
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.headers['content-security-policy']).toBe(pagesOf(api).policy);
    const one = await app.rest('GET', '/v1/docs/createSale');
    expect([one.status, one.text]).toEqual([200, expect.stringContaining('<h1>createSale</h1>')]);
  });

  it.each(['/v1/docs/nothing', '/v1/docs/constructor', '/v1/docs/%00'])('GET /v1/docs has no page %s', async (path) => {
    const reply = await app.rest('GET', path);
    expect(reply.status).toBe(path.endsWith('%00') ? 400 : 404);
  });

  it('the description of the API is compressed for clients that accept it', async () => {
    const reply = await fetch(`${app.url}/v1/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect([reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([
      'gzip',
      expect.stringContaining('Accept-Encoding'),
    ]);
    expect(await reply.json()).toEqual(JSON.parse((await app.rest('GET', '/v1/openapi.json')).text));
    const br = await fetch(`${app.url}/v1/openapi.json`, { headers: { 'accept-encoding': 'br' } });
    expect(br.headers.get('content-encoding')).toBe('br');
  });
});

describe('GET /v1/docs', () => {
  const { names: pages, textOf, policy } = pagesOf(api);

  it('GET /v1/docs has a page for each operation, and a first page that leads to all of them', () => {
    const first = textOf('') ?? '';
    expect([...pages].sort()).toEqual(['', ...described.map(({ id }) => id)].sort());
    expect(described.filter(({ id }) => !first.includes(`href="/v1/docs/${id}"`))).toEqual([]);
  });

  it.each(described)('GET /v1/docs shows all of $id', ({ id, method, path, operation }) => {
    const page = textOf(id) ?? '';
    const codes = Object.values<Json>(operation.responses).flatMap(
      (response) =>
        found(found(response).content?.['application/json']?.schema)?.properties?.error?.properties?.code?.enum ?? [],
    );
    const names = [
      ...(operation.parameters ?? []).map((each: Json) => found(each).name),
      ...Object.keys(bodyOf(operation).properties),
    ];
    const statuses = Object.keys(operation.responses).filter((status) => status !== 'default');
    for (const word of [method, path, ...codes, ...names, ...statuses]) expect(page).toContain(word);
    for (const language of ['curl', 'javascript', 'python']) expect(page).toContain(`data-language="${language}"`);
    expect(page).not.toMatch(/undefined|\[object/);
  });

  it('GET /v1/docs is small, loads nothing and runs nothing but its search', () => {
    const search = /<script>([\s\S]*?)<\/script>/.exec(textOf('') ?? '')?.[0] ?? '';
    for (const page of [...pages].map((name) => textOf(name) ?? '')) {
      expect(page.length).toBeLessThan(100_000);
      expect(page.split(search)).toHaveLength(2);
      const rest = page.replace(search, '');
      expect(rest).not.toMatch(/<(?:script|link|img|iframe)\b|\bstyle="|\bon\w+="|url\(/);
    }
    const source = hash('sha256', search.slice('<script>'.length, -'</script>'.length), 'base64');
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+='; /);
    expect(policy).toContain(`; script-src 'sha256-${source}'; `);
    expect(search).not.toMatch(/\bfetch\(|https?:|import\b|innerHTML|eval/);
  });

  it('GET /v1/docs escapes all texts of the description', () => {
    const hostile = readApi();
    hostile.paths['/health'].get.summary = '<img src=x onerror=alert(1)> & "quotes"';
    const page = pagesOf(hostile).textOf('getHealth') ?? '';
    expect(page).not.toContain('<img');
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;quotes&#34;');
  });
});

/** What GraphQL does not describe either of the input of an operation: test/architecture/descriptions.test.ts names it. */
function undescribedInGraphql(id: string): string[] {
  const found = rootFields.find(({ operation, isBulk }) => operation.name === id && !isBulk);
  const roots = [graphql.getQueryType(), graphql.getMutationType()];
  const root = roots.find((type) => type?.name === found?.type);
  const args = root?.getFields()[found?.field ?? '']?.args ?? [];
  const members = args.map(({ type }) => getNamedType(type)).filter(isInputObjectType);
  return [...args, ...members.flatMap((type) => Object.values(type.getFields()))]
    .filter(({ description }) => !description?.trim())
    .map(({ name }) => name);
}

function textsWithoutExample(place: string, schema: Json): string[] {
  const { type, properties = {}, items, example, enum: values, format = '' } = schema;
  if (type === 'object') {
    return Object.entries<Json>(properties).flatMap(([name, member]) =>
      textsWithoutExample(`${place}.${name}`, member),
    );
  }
  if (type === 'array') return textsWithoutExample(place, items);
  const saysEnough = example !== undefined || values || ['uuid', 'date-time', 'email', 'binary'].includes(format);
  return type === 'string' && !saysEnough ? [place] : [];
}

function bodyOf({ requestBody }: Json): Json {
  const [media] = Object.values<Json>(requestBody?.content ?? {});
  return media ? found(media.schema) : { properties: {} };
}

function queryOf({ parameters = [] }: Json): Json {
  const queried = parameters.map(found).filter((parameter: Json) => parameter.in === 'query');
  return {
    properties: Object.fromEntries(queried.map((parameter: Json) => [parameter.name, parameter.schema])),
    required: queried.filter((parameter: Json) => parameter.required).map((parameter: Json) => parameter.name),
  };
}

/** Without what only carries a description, or null. */
function plain(schema: Json): Json {
  const [only] = schema.allOf ?? schema.anyOf ?? [];
  return only?.$ref ? { ...found(only), ...(schema.default === undefined ? {} : { default: schema.default }) } : schema;
}

/** Where the contract has no bound, the service may have one. */
function boundsOf({
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
  pattern,
  format,
  default: preset,
  const: only,
  enum: values = only ? [only] : undefined,
}: Schema) {
  const lengths = { minLength: minLength || undefined, maxLength, minimum, maximum, minItems, maxItems };
  const bounds = { ...lengths, pattern, format, preset, enum: values?.filter((value) => value !== null) };
  return Object.fromEntries(Object.entries(bounds).filter(([, bound]) => bound !== undefined));
}
