import type { TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/callers.ts';
import { type ContractOperation, contract, type Schema } from '../support/contract.ts';
import { databaseState } from '../support/database-state.ts';
import {
  built,
  callerOf,
  callGraphql,
  callRest,
  onGraphql,
  type RootFields,
  readRootFields,
  repliesTo,
  UNKNOWN_ID,
} from './calls.ts';
import { bodyCases, type Case, formCases, MISSING, queryCases } from './cases.ts';
import type { Example } from './example.ts';
import { exampleOf } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';

/** A device that nobody knows is told nothing of what is wrong. */
const isWhoAsks = ({ auth }: ContractOperation, field: string) => auth === 'proof' && field === 'serial';
/** Our decision where the specification says only "string": `skip` and `take` are numbers as everywhere else. */
const PAGING: Readonly<Record<string, Schema>> = {
  skip: { type: 'integer', minimum: 0 },
  take: { type: 'integer', minimum: 1, maximum: 100 },
};
/** Our decision where the specification takes a word that cannot be true: only refunds lead to REFUNDED. */
const DECIDED: Readonly<Record<string, unknown>> = { 'sales.create paymentStatus': 'REFUNDED' };
/** Its fields are not in the specification; they are those of a new customer. */
const CUSTOMER_IN_SALE = 'customer';
/** What the contract's lengths allow and a rule of the business refuses, with the same answer. */
const BUSINESS_RULES: ReadonlySet<string> = new Set(['currency 3 emoji', 'defaultCurrency 3 emoji']);

let app: TestApp;
let roots: RootFields;
beforeAll(async () => {
  app = await startContractApp();
  roots = await readRootFields(app);
});
afterAll(() => app.stop());

const bodies = inputsOf((operation) => [
  ...fieldsOf(operation, contract.schemas[operation.body ?? ''], operation.multipart ? formCases : bodyCases),
  ...(operation.id === 'sales.create'
    ? fieldsOf(operation, contract.schemas.CustomerCreate, bodyCases, CUSTOMER_IN_SALE)
    : []),
]);
const queries = inputsOf((operation) => fieldsOf(operation, contract.querySchemas[operation.query ?? ''], queryCases));

describe('a body over REST', () => {
  it.each(bodies)(
    'a REST body of $id is accepted or rejected in every field as specified',
    async ({ operation, cases }) => {
      const { client, ...calls } = await prepared(operation);
      await expectAsSpecified(cases, calls, 'names the field', (example, { field, value }) =>
        callRest(client, operation, signed(example, 'body', withField(example.body ?? {}, field, value))),
      );
    },
  );

  it.each(built.filter(({ method }) => method !== 'GET'))(
    'a body over REST of $id is rejected with an unknown field',
    async (operation) => {
      const { client, example } = await prepared(operation);
      const before = await databaseState(app.sql);
      const reply = await callRest(client, operation, { ...example, body: { ...example.body, unexpectedField: 'x' } });
      expect([reply.status, reply.body.error.code, reply.body.error.message]).toEqual([
        400,
        'VALIDATION_FAILED',
        expect.stringContaining('unexpectedField'),
      ]);
      expect(await databaseState(app.sql)).toEqual(before);
    },
  );

  it.each(built.filter(({ method, body }) => method !== 'GET' && body === null))(
    'a body over REST of $id can be an empty object or missing',
    async (operation) => {
      const { client, example } = await prepared(operation);
      for (const body of [undefined, {}]) {
        const reply = await callRest(client, operation, { ...example, body });
        expect([200, 201, 404]).toContain(reply.status);
      }
    },
  );

  it.each(built.filter(({ body, multipart }) => body !== null && !multipart))(
    'a body over REST of $id is rejected if it is not an object',
    async (operation) => {
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
    },
  );
});

describe('a query over REST', () => {
  it.each(queries)(
    'a REST query of $id is accepted or rejected in every parameter as specified',
    async ({ operation, cases }) => {
      const { client, ...calls } = await prepared(operation);
      await expectAsSpecified(cases, calls, 'names the field', (example, { field, value }) =>
        callRest(client, operation, signed(example, 'query', withWord(example.query ?? {}, field, value))),
      );
    },
  );

  it.each(queries)('a REST query of $id is rejected with any parameter twice', async ({ operation, cases }) => {
    const { client, example } = await prepared(operation);
    for (const field of new Set(cases.map((item) => item.field))) {
      const valid = cases.find((item) => item.field === field && item.accepted && item.value !== MISSING);
      const pair = `${field}=${encodeURIComponent(String(valid?.value ?? 'a'))}`;
      const { [field]: _replaced, ...others } = example.query ?? {};
      const query = `${new URLSearchParams(others)}&${pair}&${pair}`;
      const reply = await client.rest('GET', `${operation.path}?${query}`, undefined, example.headers);
      expect([field, reply.status, reply.body.error.code]).toEqual([field, 400, 'VALIDATION_FAILED']);
      expect(reply.body.error.message).toContain(field);
    }
  });

  it.each(built)('a REST query of $id is rejected with an unknown parameter', async (operation) => {
    const { client, example } = await prepared(operation);
    const reply = await callRest(client, operation, {
      ...example,
      query: { ...example.query, unexpectedField: 'x' },
    });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain('unexpectedField');
  });
});

describe('an input over GraphQL', () => {
  const offered = bodies.filter(({ operation }) => onGraphql.includes(operation));
  it.each(offered)(
    'a GraphQL input of $id is accepted or rejected in every field as specified',
    async ({ operation, cases }) => {
      const { client, ...calls } = await prepared(operation);
      // Null and "left out" are one thing to GraphQL where a field can be cleared, and a whole number is an ID.
      const typed = cases.filter(
        ({ field, value }) => value !== null && !(typeof value === 'number' && /(?:^|\.)id$|Id$/.test(field)),
      );
      // The same validator has each bound over REST. Here each type of value that a field refuses is refused once, and one is accepted.
      const isOne = (item: FieldCase) =>
        typed.findLast((other) => other.field === item.field && kindOf(other) === kindOf(item)) === item;
      const some = typed.filter(isOne);
      await expectAsSpecified(some, calls, 'may name the field', (example, { field, value }) =>
        callGraphql(client, roots, operation, { ...example, body: withField(example.body ?? {}, field, value) }),
      );
    },
  );
});

function kindOf({ accepted, value }: Case): string {
  if (accepted) return 'accepted';
  return Array.isArray(value) ? 'array' : typeof value;
}

interface FieldCase extends Case {
  /** `email`, or `customer.email`. */
  readonly field: string;
}

interface Input {
  readonly id: string;
  readonly operation: ContractOperation;
  readonly cases: readonly FieldCase[];
}

/** The operations that have such input. */
function inputsOf(casesOf: (operation: ContractOperation) => FieldCase[]): Input[] {
  return built
    .map((operation) => ({ id: operation.id, operation, cases: casesOf(operation) }))
    .filter(({ cases }) => cases.length > 0);
}

function fieldsOf(
  operation: ContractOperation,
  schema: Schema | undefined,
  casesOf: (schema: Schema, required: boolean) => Case[],
  inside?: string,
): FieldCase[] {
  return Object.entries(schema?.properties ?? {})
    .filter(([field]) => !isWhoAsks(operation, field))
    .flatMap(([field, property]) =>
      casesOf(schemaOf(operation, field, property), schema?.required?.includes(field) ?? false).map((item) => ({
        ...item,
        field: inside ? `${inside}.${field}` : field,
        accepted: item.accepted && DECIDED[`${operation.id} ${field}`] !== item.value,
      })),
    );
}

function schemaOf({ query }: ContractOperation, field: string, property: Schema): Schema {
  return (query && property.type === 'string' && PAGING[field]) || property;
}

interface Calls {
  readonly example: Example;
  /** Another one, which the first one does not stand in the way of. */
  readonly another: () => Promise<Example>;
}

/** A caller who may, and valid calls, of a record that does not exist where one is named: those are answered 404. */
async function prepared(operation: ContractOperation): Promise<Calls & { readonly client: Client }> {
  const caller = await callerOf(app, operation);
  const another = async () => {
    const { body, query = {}, headers, sign } = await exampleOf(operation.id, app, caller);
    const { required = [] } = contract.querySchemas[operation.query ?? ''] ?? {};
    const needed = Object.entries(query).filter(([field]) => required.includes(field));
    return { id: UNKNOWN_ID, body, query: Object.fromEntries(needed), headers, sign };
  };
  const example = await another();
  return {
    client: caller ?? app,
    example,
    another: operation.path.includes('{') || operation.method === 'GET' ? async () => example : another,
  };
}

/** @param refusal whether its message is ours and names the field, or the type system's */
async function expectAsSpecified(
  specified: readonly FieldCase[],
  { example, another }: Calls,
  refusal: 'names the field' | 'may name the field',
  call: (example: Example, item: FieldCase) => Promise<Reply>,
): Promise<void> {
  const wrong: string[] = [];
  const cases = specified.map((item) =>
    BUSINESS_RULES.has(`${item.field} ${item.what}`) ? { ...item, accepted: false } : item,
  );
  const before = await databaseState(app.sql);
  const refused = await repliesTo(
    cases.filter(({ accepted }) => !accepted),
    (item) => call(example, item),
  );
  for (const [{ field, what }, reply] of refused) {
    const { code = '', message = '' } = errorOf(reply);
    const isNamed = refusal === 'may name the field' || message.includes(field);
    const isRefused = reply.status === 400 && /VALIDATION_FAILED$/.test(code) && isNamed;
    if (!isRefused) wrong.push(`${field} ${what} should be refused: ${reply.status} ${reply.text.slice(0, 300)}`);
  }
  const after = await databaseState(app.sql);
  const accepted = await repliesTo(
    cases.filter((item) => item.accepted),
    async (item) => call(await another(), item),
  );
  for (const [{ field, what }, reply] of accepted) {
    const { code = '' } = errorOf(reply);
    const isAccepted = reply.status < 500 && !/VALIDATION_FAILED$|^INTERNAL_ERROR$/.test(code);
    if (!isAccepted) wrong.push(`${field} ${what} should be accepted: ${reply.status} ${reply.text.slice(0, 300)}`);
  }
  expect(wrong).toEqual([]);
  expect(after).toEqual(before);
}

function errorOf(reply: Reply): { code?: string; message?: string } {
  return reply.body?.error ?? reply.body?.errors?.[0]?.extensions ?? {};
}

/** With another input, and the proof of it where a device signs what it says. */
function signed<Part extends 'body' | 'query'>(
  example: Example,
  part: Part,
  input: NonNullable<Example[Part]>,
): Example {
  return { ...example, [part]: input, headers: example.sign?.(input) ?? example.headers };
}

function withWord(query: Readonly<Record<string, string>>, field: string, value: unknown): Record<string, string> {
  const { [field]: _old, ...rest } = query;
  return value === MISSING ? rest : { ...rest, [field]: String(value) };
}

/** @param path `email`, or `customer.email` */
function withField(body: Readonly<Record<string, unknown>>, path: string, value: unknown): Record<string, unknown> {
  const [field = '', ...inner] = path.split('.');
  const { [field]: old, ...rest } = body;
  if (inner.length > 0) return { ...rest, [field]: withField({ ...(old as object) }, inner.join('.'), value) };
  return value === MISSING ? rest : { ...rest, [field]: value };
}
