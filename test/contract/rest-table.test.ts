import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type ContractOperation, contract, ROLES } from '../support/contract.ts';
import { built, callRest } from './calls.ts';
import { exampleOf, PASSWORD } from './examples.ts';
import { startContractApp } from './firmware-examples.ts';
import { names } from './names.ts';

let app: TestApp;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  app = await startContractApp();
  for (const role of ROLES) callers.set(role, await app.as(role));
});
afterAll(() => app.stop());

const caller = (role: string): Caller => callers.get(role) ?? fail(`no caller with role ${role}`);
const cookieOperations = built.filter(({ auth }) => auth === 'cookie');
const withoutSession = built.filter(({ auth }) => auth !== 'cookie');
const matrix = cookieOperations.flatMap((operation) =>
  ROLES.map((role) => ({ id: operation.id, role, operation, allowed: operation.roles?.includes(role) ?? false })),
);

it('the contract contains exactly the implemented operations', () => {
  expect(Object.keys(names).sort()).toEqual(built.map(({ id }) => id).sort());
});

it('the specification has 80 operations to compare with', () => {
  expect(contract.operations).toHaveLength(80);
  expect(contract.counts.operations).toBe(80);
});

it('the specification is implemented completely', () => {
  expect(countOf(built)).toEqual(contract.counts.byArea);
});

describe('a successful call', () => {
  it.each(withoutSession)('a successful call of $id returns $success', async (operation) => {
    const reply = await callRest(app, operation, await exampleOf(operation.id, app));
    expect([reply.status, reply.text]).toEqual([operation.success, expect.any(String)]);
    expect(reply.headers['content-type']).toMatch(operation.responseContentType);
    expect(reply.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  });
});

describe('REST without a session', () => {
  it.each(cookieOperations)('REST without a session fails $id with 401 ADMIN_AUTH_REQUIRED', async (operation) => {
    const reply = await callRest(app, operation);
    expect([reply.status, reply.body]).toEqual([401, refusal(reply, 'ADMIN_AUTH_REQUIRED')]);
    expect(reply.headers['www-authenticate']).toMatch(/./);
  });

  it.each(cookieOperations)(
    'REST without a session fails $id with 401 for a made-up cookie, whatever the body',
    async (operation) => {
      const client = app.client({ cookie: `karvon_admin_session=${'A'.repeat(43)}` });
      const reply = await callRest(client, operation, { body: { unknown: true } });
      expect([reply.status, reply.body]).toEqual([401, refusal(reply, 'ADMIN_AUTH_REQUIRED')]);
    },
  );
});

describe('the roles of REST', () => {
  it.each(matrix.filter(({ allowed }) => allowed))(
    'the roles of REST allow $role to call $id',
    async ({ id, role, operation }) => {
      const by = id === 'auth.changePassword' ? await app.as(role, { password: PASSWORD }) : caller(role);
      const reply = await callRest(by, operation, await exampleOf(id, app, by));
      expect([reply.status, reply.text]).toEqual([operation.success, expect.any(String)]);
      expect(reply.headers['content-type']).toMatch(operation.responseContentType);
    },
  );

  it.each(matrix.filter(({ allowed }) => !allowed))(
    'the roles of REST forbid $role to call $id with 403',
    async ({ id, role, operation }) => {
      const by = caller(role);
      const reply = await callRest(by, operation, await exampleOf(id, app, by));
      expect([reply.status, reply.body]).toEqual([403, refusal(reply, 'ROLE_FORBIDDEN')]);
    },
  );

  it.each(matrix.filter(({ allowed }) => !allowed))(
    'the roles of REST forbid $role to call $id before its input is validated',
    async ({ role, operation }) => {
      const reply = await callRest(caller(role), operation, { body: { unknown: true } });
      expect([reply.status, reply.body]).toEqual([403, refusal(reply, 'ROLE_FORBIDDEN')]);
    },
  );
});

describe('a record that does not exist', () => {
  const targeted = cookieOperations.filter(({ path }) => path.includes('{'));
  it.each(targeted)(
    'a record that does not exist fails $id with 404 for an unknown id and a malformed id',
    async (operation) => {
      const by = await app.as(operation.roles?.[0] ?? 'SUPER_ADMIN', { password: PASSWORD });
      const example = await exampleOf(operation.id, app, by);
      const unknown = await callRest(by, operation, { ...example, id: undefined });
      const malformed = await callRest(by, operation, { ...example, id: 'not-a-uuid' });
      expect([unknown.status, malformed.status]).toEqual([404, 404]);
      expect(unknown.body.error.code).toBe(malformed.body.error.code);
      expect(unknown.body.error.code).toMatch(/NOT_FOUND$/);
    },
  );
});

function countOf(operations: readonly ContractOperation[]): Record<string, number> {
  const areas = new Set(operations.map(({ area }) => area));
  return Object.fromEntries([...areas].map((area) => [area, operations.filter((o) => o.area === area).length]));
}

function refusal(reply: { readonly headers: Readonly<Record<string, string>> }, code: string) {
  return { error: { code, message: expect.stringMatching(/./), requestId: reply.headers['x-request-id'] } };
}

function fail(message: string): never {
  throw new Error(message);
}
