import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/callers.ts';
import { type ContractOperation, contract, type Schema } from '../support/contract.ts';
import { databaseState } from '../support/database-state.ts';
import { built, callGraphql, callRest, onGraphql, type RootFields, readRootFields } from './calls.ts';
import { bodyCases, type Case, MISSING, queryCases } from './cases.ts';
import { type Example, exampleOf, PASSWORD } from './examples.ts';

/** A proof signs these fields before they are looked at: where they are wrong, the answer is a 401. */
const SIGNED: Readonly<Record<string, readonly string[]>> = {
  'devices.heartbeat': ['serial', 'firmwareVersion', 'uptime'],
};
/** Our decision where the specification says only "string": `skip` and `take` are numbers as everywhere else (api.md). */
const PAGING: Readonly<Record<string, Schema>> = {
  skip: { type: 'integer', minimum: 0 },
  take: { type: 'integer', minimum: 1, maximum: 100 },
};

let app: TestApp;
let roots: RootFields;
beforeAll(async () => {
  app = await startTestApp();
  roots = await readRootFields(app);
});
afterAll(() => app.stop());

const bodyFields = built.flatMap((operation) => fieldsOf(operation, contract.schemas[operation.body ?? ''], bodyCases));
const queryFields = built.flatMap((operation) =>
  fieldsOf(operation, contract.querySchemas[operation.query ?? ''], queryCases),
);

describe('a body over REST', () => {
  it.each(bodyFields)('$id takes and refuses $field as specified', async ({ operation, field, cases }) => {
    const { client, example } = await prepared(operation);
    await expectAsSpecified(cases, field, async ({ value }) =>
      callRest(client, operation, { ...example, body: withField(example.body ?? {}, field, value) }),
    );
  });

  it.each(built.filter(({ method }) => method !== 'GET'))('$id refuses a field it does not know', async (operation) => {
    const { client, example } = await prepared(operation);
    const before = await databaseState(app.sql);
    const reply = await callRest(client, operation, { ...example, body: { ...example.body, unexpectedField: 'x' } });
    expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('unexpectedField'),
    ]);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it.each(built.filter(({ method, body }) => method !== 'GET' && body === null))(
    '$id takes an empty object or nothing',
    async (operation) => {
      const { client, example } = await prepared(operation);
      for (const body of [undefined, {}]) {
        const reply = await callRest(client, operation, { ...example, body });
        expect([200, 201, 404]).toContain(reply.status);
      }
    },
  );

  it.each(built.filter(({ body }) => body !== null))('$id refuses a body that is no object', async (operation) => {
    const { client, example } = await prepared(operation);
    const path = operation.path.replace(/\{\w+\}/, String(example.id));
    for (const body of ['[]', '"text"', '1', 'null', 'true']) {
      const reply = await client.rest(operation.method, path, body, {
        ...example.headers,
        'content-type': 'application/json',
      });
      // A proof is looked for before the body is.
      expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });
});

describe('a query over REST', () => {
  it.each(queryFields)('$id takes and refuses $field as specified', async ({ operation, field, cases }) => {
    const { client } = await prepared(operation);
    await expectAsSpecified(cases, field, async ({ value }) =>
      callRest(client, operation, { query: value === MISSING ? {} : { [field]: String(value) } }),
    );
  });

  it.each(queryFields)('$id refuses $field twice', async ({ operation, field, cases }) => {
    const { client } = await prepared(operation);
    const value = cases.find((item) => item.accepted && item.value !== MISSING)?.value ?? 'a';
    const pair = `${field}=${encodeURIComponent(String(value))}`;
    const reply = await client.rest('GET', `${operation.path}?${pair}&${pair}`);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it.each(built)('$id refuses a parameter it does not know', async (operation) => {
    const { client, example } = await prepared(operation);
    const reply = await callRest(client, operation, { ...example, query: { unexpectedField: 'x' } });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain('unexpectedField');
  });
});

describe('an input over GraphQL', () => {
  const offered = bodyFields.filter(({ operation }) => onGraphql.includes(operation));
  it.each(offered)('$id takes and refuses $field as specified', async ({ operation, field, cases }) => {
    const { client, example } = await prepared(operation);
    // Null and "left out" are one thing to GraphQL where a field can be cleared.
    const typed = cases.filter(({ value }) => value !== null);
    await expectAsSpecified(typed, undefined, async ({ value }) =>
      callGraphql(client, roots, operation, { ...example, body: withField(example.body ?? {}, field, value) }),
    );
  });
});

interface FieldRow {
  readonly id: string;
  readonly field: string;
  readonly operation: ContractOperation;
  readonly cases: readonly Case[];
}

function fieldsOf(
  operation: ContractOperation,
  schema: Schema | undefined,
  casesOf: (schema: Schema, required: boolean) => Case[],
): FieldRow[] {
  return Object.entries(schema?.properties ?? {})
    .filter(([field]) => !SIGNED[operation.id]?.includes(field))
    .map(([field, property]) => ({
      id: operation.id,
      field,
      operation,
      cases: casesOf((operation.query && PAGING[field]) || property, schema?.required?.includes(field) ?? false),
    }));
}

/** A caller who may, and a valid call of a record that does not exist: what is accepted is answered 404 and costs nothing. */
async function prepared(operation: ContractOperation): Promise<{ client: Client; example: Example }> {
  const role = operation.roles?.[0];
  const caller = role ? await app.as(role, { password: PASSWORD }) : undefined;
  const { body, headers } = await exampleOf(operation.id, app, caller);
  return { client: caller ?? app, example: { id: '01890000-0000-7000-8000-000000000000', body, headers } };
}

/** @param named what a refusal's message has to name; undefined where the type system words it */
async function expectAsSpecified(
  cases: readonly Case[],
  named: string | undefined,
  call: (item: Case) => Promise<Reply>,
): Promise<void> {
  const wrong: string[] = [];
  const before = await databaseState(app.sql);
  for (const item of cases.filter((one) => !one.accepted)) {
    const reply = await call(item);
    const { code = '', message = '' } = refusalOf(reply);
    const isRefused = reply.status === 400 && /VALIDATION_FAILED$/.test(code) && (!named || message.includes(named));
    if (!isRefused) wrong.push(`${item.what} should be refused: ${reply.status} ${reply.text.slice(0, 300)}`);
  }
  const after = await databaseState(app.sql);
  for (const item of cases.filter((one) => one.accepted)) {
    const reply = await call(item);
    const { code = '' } = refusalOf(reply);
    const isAccepted = reply.status < 500 && !/VALIDATION_FAILED$/.test(code);
    if (!isAccepted) wrong.push(`${item.what} should be accepted: ${reply.status} ${reply.text.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  expect(after).toEqual(before);
}

function refusalOf(reply: Reply): { code?: string; message?: string } {
  return reply.body?.error ?? reply.body?.errors?.[0]?.extensions ?? {};
}

function withField(body: Readonly<Record<string, unknown>>, field: string, value: unknown): Record<string, unknown> {
  const { [field]: _replaced, ...rest } = body;
  return value === MISSING ? rest : { ...rest, [field]: value };
}
